/** An exam as a course folder holds it. What is marked "key" never leaves the server before the exam's rules allow it. */
export interface Exam {
  readonly intro: string;
  /** Percent of the points that are needed. */
  readonly passMark: number;
  readonly questions: readonly Question[];
}

interface Asked {
  readonly id: string;
  readonly prompt: string;
  readonly points: number;
  /** Key. */
  readonly explanation: string;
}
export type Question =
  | (Asked & {
      readonly kind: 'single' | 'multiple';
      readonly options: readonly { readonly text: string; readonly correct: boolean }[];
    })
  | (Asked & { readonly kind: 'true-false'; readonly answer: boolean })
  | (Asked & { readonly kind: 'number'; readonly answer: number; readonly tolerance: number })
  | (Asked & { readonly kind: 'text'; readonly answers: readonly string[]; readonly caseSensitive: boolean })
  | (Asked & { readonly kind: 'order'; readonly items: readonly string[] })
  | (Asked & {
      readonly kind: 'match';
      readonly pairs: readonly { readonly left: string; readonly right: string }[];
    });
