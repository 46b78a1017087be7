import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { DrawForm } from '#contract/questions/draw-form';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { SelectField } from '#web/ui/fields/text-field.tsx';
import { bankTagsQuery, poolQuery } from '../banks/bank-queries.ts';
import classes from './author.module.css';
import { type Fault, within } from './faults.ts';
import { LessonField } from './lesson-field.tsx';
import { NumberField } from './number-field.tsx';
import { TextList } from './text-list.tsx';

interface DrawListProps {
  draws: DrawForm[];
  onChange: (draws: DrawForm[]) => void;
  fault: Fault;
}

/** What each attempt draws from question banks. */
export function DrawList({ draws, fault, onChange }: DrawListProps) {
  return (
    <TextList
      legend={m.banks_draws()}
      help={m.banks_draws_help()}
      items={draws}
      fresh={{ id: `draw-${crypto.randomUUID().slice(0, 8)}`, bank: '', tags: [], count: 5, points: null }}
      addWords={m.banks_draw_add()}
      least={0}
      onChange={onChange}
      fault={fault}
      row={(draw, at, set) => (
        <DrawFields
          key={draw.id}
          draw={draw}
          number={at + 1}
          onChange={set}
          fault={within(fault, String(at))}
        />
      )}
    />
  );
}

interface DrawFieldsProps {
  draw: DrawForm;
  number: number;
  onChange: (draw: DrawForm) => void;
  fault: Fault;
}

function DrawFields({ draw, fault, number, onChange }: DrawFieldsProps) {
  const api = useApi();
  const { data: banks = [] } = useQuery(bankTagsQuery(api));
  const { data: pool } = useQuery(poolQuery(api, draw.bank, draw.tags));
  const bank = banks.find(({ slug }) => slug === draw.bank);
  // Keys pass over banks, each of which is chosen for a moment: back at one, its tags are chosen again.
  const left = useRef(new Map<string, string[]>());
  const choose = (slug: string) => {
    left.current.set(draw.bank, draw.tags);
    onChange({ ...draw, bank: slug, tags: left.current.get(slug) ?? [] });
  };
  const toggle = (tag: string) =>
    onChange({
      ...draw,
      tags: draw.tags.includes(tag) ? draw.tags.filter((each) => each !== tag) : [...draw.tags, tag],
    });
  const tags = [...new Set([...draw.tags, ...(bank?.tags.map(({ tag }) => tag) ?? [])])];
  return (
    <div className={classes.settings}>
      <div className={classes.pair}>
        <SelectField
          label={m.banks_draw_bank({ number })}
          value={draw.bank}
          error={fault('bank')}
          onChange={(event) => choose(event.target.value)}
        >
          <option value="">{m.banks_draw_choose()}</option>
          {draw.bank !== '' && !bank && <option value={draw.bank}>{draw.bank}</option>}
          {banks.map(({ questions, slug, title }) => (
            <option key={slug} value={slug}>
              {title} ({questions})
            </option>
          ))}
        </SelectField>
        <NumberField
          label={m.banks_draw_count()}
          value={draw.count}
          error={fault('count')}
          onChange={(count) => onChange({ ...draw, count: count ?? Number.NaN })}
        />
        <NumberField
          label={m.banks_draw_points()}
          help={m.banks_draw_points_help()}
          value={draw.points}
          empty={null}
          error={fault('points')}
          onChange={(points) => onChange({ ...draw, points })}
        />
        <LessonField
          value={draw.lesson}
          error={fault('lesson')}
          onChange={(lesson) => {
            const { lesson: _lesson, ...rest } = draw;
            onChange({ ...rest, ...(lesson && { lesson }) });
          }}
        />
      </div>
      {tags.length > 0 && (
        <fieldset className={classes.tags}>
          <legend>{m.banks_draw_tags({ number })}</legend>
          {tags.map((tag) => (
            <label key={tag}>
              <input type="checkbox" checked={draw.tags.includes(tag)} onChange={() => toggle(tag)} />
              {tag}
            </label>
          ))}
        </fieldset>
      )}
      {pool && (
        <p className={pool.questions < draw.count ? classes.fault : classes.hint} role="status">
          {pool.questions < draw.count
            ? m.banks_draw_few({ count: pool.questions })
            : m.banks_draw_pool({ count: pool.questions })}
        </p>
      )}
    </div>
  );
}
