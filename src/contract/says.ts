import './issue-words.ts';
import { m } from '../messages/messages.js';

/** What a schema says of a bad value, in the language of who reads it when the value is checked. */
export function says(text: () => string): { error: () => string } {
  return { error: () => text() };
}

/** Of a text that is too long, as forms say it. */
export function atMostCharacters(most: number): { error: () => string } {
  return says(() => m.faults_at_most_characters({ number: most }));
}

/** The same in a list of faults that begin with the name of the place. */
export function noMoreCharacters(most: number): { error: () => string } {
  return says(() => m.faults_must_have_characters_or_fewer({ number: most }));
}
