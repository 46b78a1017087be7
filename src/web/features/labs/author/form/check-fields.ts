import type { Runner } from '#domain/labs/runners';
import { m } from '#web/lib/messages.ts';
import type { CheckKind } from '../templates.ts';

/** `yaml`: a value in its own notation; `rows`: one in brackets on each line; `any`: a text unless it was written otherwise. */
type FieldType = 'line' | 'text' | 'code' | 'number' | 'yaml' | 'rows' | 'any';

export interface CheckField {
  readonly key: string;
  readonly type: FieldType;
  readonly label: () => string;
  readonly help?: () => string;
  /** Stays when it is empty. */
  readonly required?: boolean;
  readonly runners?: readonly Runner[];
}

const field = (
  key: string,
  type: FieldType,
  label: () => string,
  rest: Omit<CheckField, 'key' | 'type' | 'label'> = {},
): CheckField => ({ key, type, label, ...rest });

const required = { required: true } as const;
const PYTHON = { runners: ['python'] } as const;
const MODULE = field('module', 'line', m.lab_form_module, { required: true, help: m.lab_form_module_help });
const STDOUT = field('stdout', 'code', m.lab_form_stdout);
const EXIT = field('exit', 'number', m.lab_form_exit, { help: m.lab_form_exit_help });
const ROWS = [
  field('columns', 'yaml', m.lab_form_columns, { help: m.lab_form_columns_help }),
  field('rows', 'rows', m.lab_form_rows, { required: true, help: m.lab_form_rows_help }),
];

/** What a check of each kind asks and expects, in the order of the form. */
export const FIELDS_OF: Readonly<Record<CheckKind, readonly CheckField[]>> = {
  call: [
    MODULE,
    field('call', 'line', m.lab_form_function, required),
    field('args', 'yaml', m.lab_form_args, { help: m.lab_form_args_help }),
    field('equals', 'yaml', m.lab_form_equals, { help: m.lab_form_yaml_help }),
    field('throws', 'line', m.lab_form_throws, { help: m.lab_form_throws_help }),
    field('tolerance', 'number', m.lab_form_tolerance),
  ],
  eval: [
    field('eval', 'code', m.lab_form_eval, required),
    field('equals', 'text', m.lab_form_equals_repr, { ...PYTHON, help: m.lab_form_repr_help }),
    field('equals', 'yaml', m.lab_form_equals, {
      runners: ['javascript', 'http', 'dom'],
      help: m.lab_form_yaml_help,
    }),
    field('raises', 'line', m.lab_form_throws, { help: m.lab_form_throws_help }),
  ],
  run: [
    field('run', 'line', m.lab_form_program, required),
    field('stdin', 'code', m.lab_form_stdin, PYTHON),
    field('argv', 'yaml', m.lab_form_argv, PYTHON),
    STDOUT,
    EXIT,
    field('files', 'yaml', m.lab_form_files, { ...PYTHON, help: m.lab_form_files_help }),
  ],
  answer: [field('answer', 'line', m.lab_form_file, required), ...ROWS],
  sql: [
    field('sql', 'code', m.lab_form_query, required),
    field('file', 'line', m.lab_form_first_file, { help: m.lab_form_first_file_help }),
    ...ROWS,
  ],
  sh: [
    field('file', 'line', m.lab_form_first_file, { help: m.lab_form_first_file_help }),
    field('sh', 'code', m.lab_form_command, required),
    STDOUT,
    EXIT,
    field('files', 'yaml', m.lab_form_files, { help: m.lab_form_files_help }),
  ],
  http: [
    MODULE,
    field('http', 'yaml', m.lab_form_request, { required: true, help: m.lab_form_request_help }),
    field('before', 'yaml', m.lab_form_before, { help: m.lab_form_before_help }),
    field('status', 'number', m.lab_form_status),
    field('headers', 'yaml', m.lab_form_headers, { help: m.lab_form_headers_help }),
    field('body', 'any', m.lab_form_body),
  ],
  dom: [
    field('dom', 'line', m.lab_form_page, required),
    field('steps', 'yaml', m.lab_form_steps, { help: m.lab_form_steps_help }),
    field('select', 'line', m.lab_form_select, required),
    field('read', 'line', m.lab_form_read, { required: true, help: m.lab_form_read_help }),
    field('equals', 'yaml', m.lab_form_equals, { required: true, help: m.lab_form_yaml_help }),
  ],
};

/** What every check has before what it asks, and after it. */
export const HEAD_FIELDS: readonly CheckField[] = [
  field('name', 'line', m.lab_form_name, { required: true, help: m.lab_author_help_name }),
  field('id', 'line', m.lab_form_id, { required: true, help: m.lab_form_id_help }),
];
export const TAIL_FIELDS: readonly CheckField[] = [
  field('setup', 'code', m.lab_form_setup, {
    runners: ['sql', 'python', 'shell'],
    help: m.lab_form_setup_help,
  }),
  field('hint', 'text', m.lab_form_hint, { help: m.lab_author_help_hint }),
  field('points', 'number', m.lab_form_points, { help: m.lab_author_help_points }),
];

/** Yes or no; a kind names the checks that alone have it. */
export const FLAGS: readonly {
  readonly key: string;
  readonly label: () => string;
  readonly help: () => string;
  readonly kinds?: readonly CheckKind[];
}[] = [
  { key: 'hidden', label: m.lab_form_hidden, help: m.lab_author_help_hidden },
  { key: 'fresh', label: m.lab_form_fresh, help: m.lab_author_help_fresh },
  { key: 'ordered', label: m.lab_form_ordered, help: m.lab_form_ordered_help, kinds: ['answer', 'sql'] },
];
