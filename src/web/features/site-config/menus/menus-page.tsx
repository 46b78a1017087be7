import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { type MenuLink, type MenuSettings, menusForm } from '#contract/administration/menus';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { useRemoveRow } from '#web/ui/use-remove-row.ts';
import configClasses from '../config.module.css';
import { ConfigForm } from '../config-form.tsx';
import { menusQuery } from '../queries.ts';
import { useChangeSite } from '../use-change-site.ts';
import { Fault, LinkList } from './link-list.tsx';
import { LinkTargets } from './link-targets.tsx';
import { defaultMenus, type FilledMenus, filledMenus, ownMenus } from './menu-defaults.ts';
import classes from './menus.module.css';
import { useShownMenus } from './use-shown-menus.ts';

const MAX_COLUMNS = 4;

interface MenusPageProps {
  /** Draws header and footer as visitors will see them. */
  preview: (menus: MenuSettings) => ReactNode;
}

/** The links of the header and the columns of the footer; those of the product until a school has its own. */
export function MenusPage({ preview }: MenusPageProps) {
  const api = useApi();
  const changeSite = useChangeSite();
  const { data, error } = useQuery(menusQuery(api));
  if (error && !data) return <ErrorState error={error} />;
  if (!data) return <LoadingState />;
  return (
    <ConfigForm<FilledMenus>
      title={m.config_menus_title()}
      lead={m.config_menus_lead()}
      saved={{ ...data, value: filledMenus(data.value) }}
      resolver={standardSchemaResolver(menusForm) as never}
      savedText={m.config_menus_saved()}
      onSave={async (values, version) => {
        const saved = await api.settings.saveMenus({ ...ownMenus(values), version });
        return { ...saved, value: filledMenus(saved.value) };
      }}
      onSaved={(values) => changeSite({ menus: ownMenus(values) })}
      fields={{
        header: [m.config_menus_header, linkWords],
        footer: [
          m.config_menus_footer,
          (columns) => columns.map(({ links, title }) => `${title}\n${linkWords(links)}`).join('\n\n'),
        ],
      }}
    >
      <MenuFields />
      <Preview draw={preview} />
    </ConfigForm>
  );
}

function Preview({ draw }: { draw: MenusPageProps['preview'] }) {
  return draw(useShownMenus());
}

function linkWords(links: readonly MenuLink[]): string {
  return links.map(({ audience, label, to }) => `${label} (${to}, ${audience})`).join('\n');
}

function MenuFields() {
  const { getValues, setValue } = useFormContext<FilledMenus>();
  const show = ({ footer, header }: FilledMenus) => {
    setValue('header', header, { shouldDirty: true });
    setValue('footer', footer, { shouldDirty: true });
  };
  const reset = () => {
    const before = structuredClone(getValues());
    show(defaultMenus());
    toast({
      title: m.config_menus_reset_done(),
      action: { label: m.admin_undo(), run: () => show(before) },
    });
  };
  return (
    <>
      <LinkTargets />
      <section aria-labelledby="header-menu" className={classes.menu}>
        <h2 id="header-menu">{m.config_menus_header()}</h2>
        <LinkList name="header" menu={m.config_menus_header()} most={8} />
      </section>
      <FooterColumns />
      <div className={configClasses.end}>
        <Button variant="quiet" onClick={reset}>
          {m.config_menus_reset()}
        </Button>
      </div>
    </>
  );
}

function FooterColumns() {
  const { control, formState, getValues, register, watch } = useFormContext<FilledMenus>();
  const { append, fields, insert, remove } = useFieldArray({ control, name: 'footer' });
  const { addId, removeRow } = useRemoveRow({ fields, insert, remove });
  const removeAt = (index: number) => {
    const column = structuredClone(getValues(`footer.${index}`));
    removeRow(index, column, { title: m.config_menus_column_removed(), description: column.title });
  };
  return (
    <section aria-labelledby="footer-menu" className={classes.menu}>
      <h2 id="footer-menu">{m.config_menus_footer()}</h2>
      {fields.map(({ id }, index) => {
        const place = index + 1;
        const title = watch(`footer.${index}.title`) || m.config_menus_column({ place });
        return (
          <fieldset key={id} className={classes.column} data-row={id}>
            <legend className="sr-only">{title}</legend>
            <div className={classes.columnHead}>
              <TextField
                label={m.config_menus_column_title({ place })}
                error={formState.errors.footer?.[index]?.title?.message}
                {...register(`footer.${index}.title`)}
              />
              <Button
                variant="danger"
                size="sm"
                onClick={() => removeAt(index)}
                aria-label={m.config_menus_column_remove({ title })}
              >
                {m.config_menus_remove()}
              </Button>
            </div>
            <LinkList name={`footer.${index}.links`} menu={title} most={10} />
          </fieldset>
        );
      })}
      <Fault message={formState.errors.footer?.root?.message} />
      {fields.length < MAX_COLUMNS && (
        <div>
          <Button id={addId} variant="secondary" onClick={() => append({ title: '', links: [] })}>
            {m.config_menus_column_add()}
          </Button>
        </div>
      )}
    </section>
  );
}
