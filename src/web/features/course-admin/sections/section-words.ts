import type { ContentType, SectionType } from '#domain/courses/vocabulary';
import type { SectionOrder } from '#domain/learning/section-lock';
import { m } from '#web/lib/messages.ts';

export const KIND_WORDS: Record<SectionType, () => string> = {
  lesson: m.courses_lesson,
  lab: m.courses_lab,
  exam: m.courses_exam,
};
export const CONTENT_WORDS: Record<ContentType, () => string> = {
  text: m.admin_type_text,
  video: m.admin_type_video,
};
export const ORDER_WORDS: Record<SectionOrder, () => string> = {
  free: m.admin_rules_order_free,
  'in-order': m.admin_rules_order_in_order,
};
