import { createContext } from 'react';

export interface LessonChoice {
  readonly key: string;
  readonly title: string;
}

/** The lessons and labs that the questions of the edited exam can belong to. */
export const LessonChoices = createContext<readonly LessonChoice[]>([]);
