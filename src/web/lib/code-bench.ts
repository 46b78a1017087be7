import { type ComponentType, createContext } from 'react';
import type { LabFiles } from '#domain/labs/lab-spec';
import type { CheckResult } from '#domain/labs/verdict';
import type { VisibleSpec } from '#domain/labs/visible-checks';

export interface BenchProps {
  spec: VisibleSpec;
  files: LabFiles;
  /** Id of the element that names it. */
  labelledBy: string;
  /** Of what is said before anything ran, and once everything passed. */
  words: { readonly empty: string; readonly passed: string };
  /** What the button says; "Run" unless it is said. */
  runWords?: string;
  /** Whether anything runs in this school. */
  canRun: boolean;
  onChange: (files: LabFiles) => void;
}

export interface CheckListProps {
  results: readonly CheckResult[];
  label: string;
}

/** What labs offer to other features, which fetch it when they show code. */
interface CodeTools {
  /** An editor with files, a button to run them, and what the checks find. */
  readonly Bench: ComponentType<BenchProps>;
  /** What checks found, to be read. */
  readonly CheckList: ComponentType<CheckListProps>;
}

/** Given by the routes whose pages show code, since no feature may import another. */
export const CodeTools = createContext<CodeTools | null>(null);
