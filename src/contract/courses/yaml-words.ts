import type { YAMLError } from 'yaml';
import { m } from '../../messages/messages.js';

type Code = YAMLError['code'];

const WORDS: Readonly<Record<Code, () => string>> = {
  ALIAS_PROPS: m.yaml_alias_with_properties,
  BAD_ALIAS: m.yaml_bad_alias,
  BAD_COLLECTION_TYPE: m.yaml_unknown_tag,
  BAD_DIRECTIVE: m.yaml_unknown_directive,
  BAD_DQ_ESCAPE: m.yaml_unknown_escape,
  BAD_INDENT: m.yaml_bad_indent,
  BAD_PROP_ORDER: m.yaml_properties_in_front,
  BAD_SCALAR_START: m.yaml_needs_quotes,
  BLOCK_AS_IMPLICIT_KEY: m.yaml_second_colon,
  BLOCK_IN_FLOW: m.yaml_block_in_brackets,
  DUPLICATE_KEY: m.yaml_key_twice,
  IMPOSSIBLE: m.yaml_cannot_be_read,
  KEY_OVER_1024_CHARS: m.yaml_long_key,
  MISSING_CHAR: m.yaml_missing_character,
  MULTILINE_IMPLICIT_KEY: m.yaml_key_over_lines,
  MULTIPLE_ANCHORS: m.yaml_two_anchors,
  MULTIPLE_DOCS: m.yaml_two_documents,
  MULTIPLE_TAGS: m.yaml_two_tags,
  NON_STRING_KEY: m.yaml_key_is_no_text,
  RESOURCE_EXHAUSTION: m.faults_is_nested_too_deeply,
  TAB_AS_INDENT: m.yaml_tab,
  TAG_RESOLVE_FAILED: m.yaml_unknown_tag,
  UNEXPECTED_TOKEN: m.yaml_unexpected,
};

/** What is wrong with a text in YAML, for its author: the first fault of each line, which begins at 1. */
export function yamlFaults(
  text: string,
  errors: readonly YAMLError[],
): { readonly line: number; readonly said: string }[] {
  const faults = new Map<number, string>();
  for (const { code, pos } of errors) {
    const line = text.slice(0, pos[0]).split('\n').length;
    if (!faults.has(line)) faults.set(line, isIndentedByTab(text, pos[0]) ? m.yaml_tab() : WORDS[code]());
  }
  return [...faults].map(([line, said]) => ({ line, said }));
}

/** The library takes such a line for part of the value before it, and says only that it does not belong there. */
function isIndentedByTab(text: string, offset: number): boolean {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  return /^ *\t/.test(text.slice(start));
}
