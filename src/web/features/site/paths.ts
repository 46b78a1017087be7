/** Pages of other features that these screens lead to. */
export const COURSES: string = '/courses';
export const NEW_COURSE: string = '/admin/courses/new';
export const REGISTER: string = '/register';
