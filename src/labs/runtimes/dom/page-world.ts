import type { DomStep } from '#domain/labs/lab-spec';
import type { Question } from '#domain/labs/question';
import { type GuestContext, GuestError } from '../quickjs/context.ts';
import { findModule, resolveSource } from '../quickjs/modules.ts';
import type { PageScript } from './guest/page.ts';

type DomQuestion = Extract<Question, { op: 'dom' }>;

/** Opens a page in a world where none was opened before, does the steps, and answers what was asked, as it travels. */
export function askPage(
  context: GuestContext,
  files: Readonly<Record<string, string>>,
  { page, read, select, steps }: DomQuestion,
): unknown {
  const html = files[page];
  if (html === undefined) throw new GuestError({ name: 'Error', message: `There is no file ${page}` });
  const scripts = JSON.parse(context.text(context.callPage('open', html))) as PageScript[];
  for (const script of scripts) runScript(context, { page, files, script });
  context.callPage('loaded');
  pass(context, 0);
  for (const step of steps) doStep(context, step);
  return context.pack(context.callPage('read', select, read));
}

function runScript(
  context: GuestContext,
  { files, page, script }: { files: Readonly<Record<string, string>>; page: string; script: PageScript },
): void {
  const { isModule, line, src, text } = script;
  if (src === null) {
    const placed = '\n'.repeat(line - 1) + text;
    if (isModule) context.evaluateModule(placed, page);
    else context.evaluate(placed, page);
    return;
  }
  const path = findModule(files, resolveSource(page, src));
  if (path === undefined) throw new GuestError({ name: 'Error', message: `Cannot find the script '${src}'` });
  if (isModule) context.importModule(path);
  else context.evaluate(files[path] ?? '', path);
}

function doStep(context: GuestContext, step: DomStep): void {
  const isWait = 'wait' in step;
  if (!isWait) context.callPage('step', JSON.stringify(step));
  pass(context, isWait ? step.wait : 0);
}

function pass(context: GuestContext, ms: number): void {
  context.passTime(ms);
  context.callPage('rethrow');
}
