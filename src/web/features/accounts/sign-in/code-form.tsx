import { useForm } from 'react-hook-form';
import { failureCode } from '#web/lib/api/api-error.ts';
import { errorCopy } from '#web/lib/api/error-copy.ts';
import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { Form } from '#web/ui/fields/form.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';

interface CodeFormProps {
  text?: string;
  submit: string;
  wide?: boolean;
  onCode: (code: string) => Promise<void>;
  /** Back to where a code is asked for. */
  onAgain: () => void;
}

/** The six digits of a mail. What is wrong with them stands under them, with the way to new ones. */
export function CodeForm({ onAgain, onCode, submit, text, wide = false }: CodeFormProps) {
  const form = useForm({ defaultValues: { code: '' } });
  const { errors, isSubmitting } = form.formState;
  const send = form.handleSubmit(async ({ code }) => {
    try {
      await onCode(code.replace(/\s/g, ''));
    } catch (error) {
      form.setError('code', { message: words(error) }, { shouldFocus: true });
    }
  });
  return (
    <Form onSubmit={send}>
      {text && <p>{text}</p>}
      <TextField
        label={m.auth_second_code()}
        help={m.auth_code_help()}
        autoComplete="one-time-code"
        inputMode="numeric"
        autoFocus
        error={errors.code?.message}
        {...form.register('code', {
          validate: (code) => /^\s*(?:\d\s*){6}$/.test(code) || m.auth_code_shape(),
        })}
      />
      <Button type="submit" size={wide ? 'lg' : 'md'} wide={wide} busy={isSubmitting}>
        {isSubmitting ? m.auth_login_busy() : submit}
      </Button>
      <Button variant="quiet" wide={wide} onClick={onAgain}>
        {m.auth_code_again()}
      </Button>
    </Form>
  );
}

function words(error: unknown): string {
  const code = failureCode(error) ?? 'INTERNAL';
  return code === 'INVALID_CODE' ? m.auth_code_wrong() : errorCopy(error).description;
}
