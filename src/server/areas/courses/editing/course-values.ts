import type { CourseForm } from '#contract/courses/course-form';

/** What a form says about a course, as its row holds it. */
export function courseValues(form: Omit<CourseForm, 'authors' | 'content' | 'categories' | 'slug'>) {
  return {
    title: form.title,
    description: form.description,
    level: form.level,
    subscription_level: form.subscriptionLevel,
    tags: [...new Set(form.tags)],
    outcomes: form.outcomes,
    thumbnail: form.thumbnail,
    certificate: form.certificate,
    certificate_months: form.certificateMonths,
    section_order: form.sectionOrder,
    prerequisite_id: form.prerequisiteId,
  };
}
