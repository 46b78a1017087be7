import { m } from '../messages.ts';
import type { FailureCode } from './api-error.ts';
import type { Words } from './error-words.ts';

/** Words for what sections, exams, and labs refuse. */
export const TOLD_BY_STUDYING = {
  ATTEMPT_NOT_FOUND: {
    title: m.errors_attempt_not_found_title,
    description: m.errors_attempt_not_found_description,
  },
  PREVIEW_NOT_FOUND: {
    title: m.errors_preview_not_found_title,
    description: m.errors_preview_not_found_description,
  },
  STATE_CHANGED: {
    title: m.errors_state_changed_title,
    description: m.errors_state_changed_description,
  },
  REGRADE_OUTDATED: {
    title: m.errors_regrade_outdated_title,
    description: m.errors_regrade_outdated_description,
  },
  SECTION_LOCKED: {
    title: m.errors_section_locked_title,
    description: m.errors_section_locked_description,
  },
  LAB_NOT_FOUND: { title: m.errors_lab_not_found_title, description: m.errors_lab_not_found_description },
  RUN_NOT_FOUND: { title: m.errors_run_not_found_title, description: m.errors_run_not_found_description },
  LAB_FAULTY: { title: m.errors_lab_faulty_title, description: m.errors_lab_faulty_description },
  LAB_FILE_REFUSED: {
    title: m.errors_lab_file_refused_title,
    description: m.errors_lab_file_refused_description,
  },
  LABS_OFF: { title: m.errors_labs_off_title, description: m.errors_labs_off_description },
  CHECKS_REQUIRED: {
    title: m.errors_checks_required_title,
    description: m.errors_checks_required_description,
  },
  SOLUTION_CLOSED: {
    title: m.errors_solution_closed_title,
    description: m.errors_solution_closed_description,
  },
  PREREQUISITE_CIRCLE: {
    title: m.errors_prerequisite_circle_title,
    description: m.errors_prerequisite_circle_description,
  },
  LATE_NOT_TAKEN: { title: m.errors_attempt_closed_title, description: m.errors_attempt_closed_description },
  NO_PRACTICE: { title: m.errors_no_practice_title, description: m.errors_no_practice_description },
  EXAM_NOT_OPEN: { title: m.errors_exam_not_open_title, description: m.errors_exam_not_open_description },
  FILE_NOT_FOUND: { title: m.errors_file_not_found_title, description: m.errors_file_not_found_description },
  QUESTION_PASSED: {
    title: m.errors_question_passed_title,
    description: m.errors_question_passed_description,
  },
  RESULT_FINAL: { title: m.errors_result_final_title, description: m.errors_result_final_description },
  ATTEMPT_CLOSED: { title: m.errors_attempt_closed_title, description: m.errors_attempt_closed_description },
} satisfies Partial<Record<FailureCode, Words>>;
