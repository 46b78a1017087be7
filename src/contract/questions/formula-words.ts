import type { ExpressionProblem } from '#domain/exams/arithmetic/expression';
import type { ParameterProblem } from '#domain/exams/parameters';
import type { PatternProblem } from '#domain/exams/pattern/parse-pattern';
import { m } from '../../messages/messages.js';

/** What is wrong with an expression, behind the name of what it is in: "its formula". */
export function expressionWords(problem: ExpressionProblem): string {
  switch (problem.code) {
    case 'too-long':
      return m.faults_is_longer_than_characters({ number: problem.most });
    case 'unreadable':
      return m.faults_cant_be_read_at({ text: problem.text });
    case 'too-deep':
      return m.faults_is_nested_too_deeply();
    case 'incomplete':
      return m.faults_is_incomplete();
    case 'unexpected':
      return m.faults_has_an_unexpected({ token: problem.token });
    case 'missing':
      return m.faults_is_missing_a({ token: problem.token });
    case 'unknown-function':
      return m.faults_uses_an_unknown_function({ name: problem.name });
    case 'unknown-name':
      return m.faults_uses_an_unknown_name({ name: problem.name });
    case 'wrong-count': {
      const { given, least, most, name } = problem;
      return least === most
        ? m.faults_gives_numbers_but_takes({ name, given, most })
        : m.faults_gives_numbers_but_takes_from_to({ name, given, least, most });
    }
    case 'no-number': {
      const values = Object.entries(problem.values).map(([name, value]) => `${name} = ${value}`);
      return values.length === 0
        ? m.faults_doesnt_give_a_number()
        : m.faults_doesnt_give_a_number_with({ values: values.join(', ') });
    }
  }
}

/** What is wrong with the variables and expressions of a question. */
export function parameterWords(problem: ParameterProblem): string {
  switch (problem.code) {
    case 'same-names':
      return m.faults_two_variables_have_the_same_name();
    case 'same-texts':
      return m.faults_the_variables_make_two_items_the_same();
    default:
      return m.faults_an_expression({ fault: expressionWords(problem) });
  }
}

/** What is wrong with a pattern. */
export function patternWords(problem: PatternProblem): string {
  switch (problem.code) {
    case 'too-long':
      return m.faults_must_have_characters_or_fewer({ number: problem.most });
    case 'unopened':
      return m.faults_has_a_without_a_matching({ sign: ')', other: '(' });
    case 'open-bracket':
      return m.faults_has_a_without_a_matching({ sign: '(', other: ')' });
    case 'open-class':
      return m.faults_has_a_without_a_matching({ sign: '[', other: ']' });
    case 'empty-class':
      return m.faults_has_an_empty({ signs: '[]' });
    case 'single-backslash':
      return m.faults_ends_with_a_single({ sign: '\\' });
    case 'reserved':
      return m.faults_has_an_unexpected_sign({ sign: problem.letter, escaped: `\\${problem.letter}` });
    case 'unsupported':
      return m.faults_uses_what_isnt_supported({ text: `\\${problem.letter}` });
    case 'wrong-range':
      return m.faults_has_the_range_in_the_wrong_order({ range: `${problem.from}-${problem.to}` });
  }
}
