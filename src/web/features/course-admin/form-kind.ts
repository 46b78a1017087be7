import { createContext } from 'react';

/** What the form is of: a post is written like a course, without labs and rules. */
export const FormKind = createContext<'course' | 'post'>('course');
