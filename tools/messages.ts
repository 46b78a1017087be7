/**
 * Compiles `messages/{language}/*.json`, ICU messages, to functions: one typed module for Node, and one module a message
 * for Vite, so that a page holds only the messages that it uses.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type MessageFormatElement,
  type PluralOrSelectOption,
  parse,
  TYPE,
} from '@formatjs/icu-messageformat-parser';

/** Each text of a message by its language; the first language is the one that has every message. */
export type Catalogue = ReadonlyMap<string, ReadonlyMap<string, string>>;

interface Place {
  readonly key: string;
  readonly language: string;
}

/** The languages of `messages/languages.json`, that of the product first. */
export function readLanguages(messages: string): string[] {
  return JSON.parse(readFileSync(join(messages, 'languages.json'), 'utf8'));
}

/**
 * Reads every message in every language. Throws where two files use one key, and where a translation has a key or a
 * parameter that the first language lacks. A message that is not translated is missing in that language.
 */
export function readCatalogue(messages: string, languages: readonly string[]): Catalogue {
  const catalogue = new Map<string, Map<string, string>>();
  for (const [index, language] of languages.entries()) {
    const owner = new Map<string, string>();
    const files = readdirSync(join(messages, language)).filter((file) => file.endsWith('.json'));
    for (const file of files.sort()) {
      const texts: Record<string, string> = JSON.parse(readFileSync(join(messages, language, file), 'utf8'));
      for (const [key, text] of Object.entries(texts)) {
        const other = owner.get(key);
        if (other) throw new Error(`message ${key} is in ${other} and in ${file}`);
        owner.set(key, file);
        if (index === 0) catalogue.set(key, new Map());
        const message = catalogue.get(key);
        if (!message) throw new Error(`message ${key} of ${language}/${file} is not in ${languages[0]}`);
        message.set(language, text);
      }
    }
  }
  for (const [key, texts] of catalogue) checkParameters(key, texts);
  return catalogue;
}

function checkParameters(key: string, texts: ReadonlyMap<string, string>): void {
  const known = parametersOf([...texts.values()][0] ?? '', key);
  for (const [language, text] of texts)
    for (const name of parametersOf(text, key).keys())
      if (!known.has(name))
        throw new Error(`message ${key} of ${language} has the unknown parameter ${name}`);
}

/** The code of one message: a function of its values and, where there are several languages, of the language. */
export function compileMessage(key: string, texts: ReadonlyMap<string, string>): string {
  const [first = ['', ''], ...others] = texts;
  const body = (language: string, text: string) => template(read(text, key), { key, language });
  const choice = others.map(([language, text]) => `l === '${language}' ? ${body(language, text)} : `);
  const parameters = others.length > 0 ? '(i, l = language())' : first[1].includes('{') ? 'i' : '()';
  return `export const ${key} = ${parameters} => ${choice.join('')}${body(...first)};`;
}

/** The whole module for Node. */
export function compileAll(catalogue: Catalogue): string {
  return `${[imports(), ...[...catalogue].map(([key, texts]) => compileMessage(key, texts))].join('\n')}\n`;
}

/** What compiled messages call. */
export function imports(): string {
  return `import { chosenForm, formatNumber, language, pluralForm } from '#domain/language';`;
}

/** The type of the list of languages, that of the product first. */
export function declareLanguages(languages: readonly string[]): string {
  return `export declare const LANGUAGES: readonly [${languages.map((one) => `'${one}'`).join(', ')}];\n`;
}

/** The types of all messages. */
export function declareAll(catalogue: Catalogue, languages: readonly string[]): string {
  const lines = [`export type Language = ${languages.map((one) => `'${one}'`).join(' | ')};`];
  for (const [key, texts] of catalogue) {
    const text = [...texts.values()][0] ?? '';
    const values = [...parametersOf(text, key)].map(([name, type]) => `${name}: ${type}`);
    const first = values.length > 0 ? `values: { ${values.join('; ')} }` : 'values?: Record<never, never>';
    lines.push(`/** ${text.replaceAll('*/', '* /')} */`);
    lines.push(`export declare const ${key}: (${first}, language?: Language) => string;`);
  }
  return `${lines.join('\n')}\n`;
}

function read(text: string, key: string): MessageFormatElement[] {
  try {
    return parse(text, { ignoreTag: true });
  } catch (error) {
    throw new Error(`message ${key} is no ICU message: ${error instanceof Error ? error.message : error}`);
  }
}

/** Parameters of a text with their types, those inside plurals and choices, too. */
function parametersOf(text: string, key: string): Map<string, string> {
  const found = new Map<string, string>();
  const visit = (elements: readonly MessageFormatElement[]): void => {
    for (const element of elements) {
      if (element.type === TYPE.argument)
        found.set(element.value, found.get(element.value) ?? 'string | number');
      if (element.type === TYPE.number || element.type === TYPE.plural) found.set(element.value, 'number');
      if (element.type === TYPE.select) found.set(element.value, 'string');
      if (element.type === TYPE.plural || element.type === TYPE.select)
        for (const option of Object.values(element.options)) visit(option.value);
    }
  };
  visit(read(text, key));
  return found;
}

/** A template literal of JavaScript for the elements of a text; `count` is what `#` stands for. */
function template(elements: readonly MessageFormatElement[], at: Place, count = ''): string {
  return `\`${elements.map((element) => piece(element, at, count)).join('')}\``;
}

function piece(element: MessageFormatElement, at: Place, count: string): string {
  switch (element.type) {
    case TYPE.literal:
      return element.value.replace(/[`\\]|\$(?=\{)/g, '\\$&');
    case TYPE.argument:
      return `\${i.${element.value}}`;
    case TYPE.number:
      return `\${formatNumber('${at.language}', i.${element.value})}`;
    case TYPE.pound:
      return `\${formatNumber('${at.language}', ${count})}`;
    case TYPE.plural: {
      const number = `i.${element.value} - ${element.offset}`;
      const kind = `'${at.language}', i.${element.value}, ${element.offset}, '${element.pluralType}'`;
      return `\${pluralForm(${kind}, ${forms(element.options, at, number)})}`;
    }
    case TYPE.select:
      return `\${chosenForm(i.${element.value}, ${forms(element.options, at, count)})}`;
    default:
      throw new Error(`message ${at.key}: dates, times and tags are given to a message as text`);
  }
}

function forms(options: Record<string, PluralOrSelectOption>, at: Place, count: string): string {
  const each = Object.entries(options).map(
    ([form, { value }]) => `'${form}': () => ${template(value, at, count)}`,
  );
  return `{ ${each.join(', ')} }`;
}
