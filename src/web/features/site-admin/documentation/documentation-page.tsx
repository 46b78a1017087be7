import { useDeferredValue, useMemo, useState } from 'react';
import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { SearchField } from '#web/ui/fields/search-field.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import classes from './documentation.module.css';
import type { DocumentationLink } from './documentation-links.ts';
import { DocumentationText, Marked } from './documentation-text.tsx';
import { DOCUMENTATION } from './documentation-topics.ts';
import { documentationWords } from './documentation-words.ts';
import { hasWords, searchWords } from './search-documentation.ts';

interface WrittenEntry {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly links: readonly DocumentationLink[];
}
interface WrittenTopic {
  readonly id: string;
  readonly title: string;
  readonly entries: readonly WrittenEntry[];
}

const countEntries = (topics: readonly WrittenTopic[]) =>
  topics.reduce((sum, { entries }) => sum + entries.length, 0);

/** Help for administrators, with a search that filters while one types. */
export function DocumentationPage() {
  const [query, setQuery] = useState('');
  const words = searchWords(useDeferredValue(query));
  const all = useMemo(writeTopics, []);
  const topics = all.map((topic) => filterTopic(topic, words)).filter(({ entries }) => entries.length > 0);
  const count = countEntries(topics);
  return (
    <>
      <PageHeader title={m.documentation_title()} lead={m.documentation_lead()} />
      <search className={classes.search}>
        <SearchField
          label={m.documentation_search()}
          placeholder={m.documentation_search_hint()}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
        <p role="status">{words.length > 0 && m.documentation_count({ count, total: countEntries(all) })}</p>
      </search>
      {count === 0 ? (
        <EmptyState title={m.documentation_none()} text={m.documentation_none_text()}>
          <Button variant="secondary" onClick={() => setQuery('')}>
            {m.documentation_all()}
          </Button>
        </EmptyState>
      ) : (
        <div className={classes.grid}>
          <nav className={classes.contents} aria-label={m.documentation_contents()}>
            <ul>
              {topics.map(({ id, title }) => (
                <li key={id}>
                  <a href={`#${id}`}>{title}</a>
                </li>
              ))}
            </ul>
          </nav>
          <div>
            {topics.map(({ entries, id, title }) => (
              <section key={id} id={id} className={classes.topic} aria-labelledby={`${id}-title`}>
                <h2 id={`${id}-title`}>
                  <Marked text={title} words={words} />
                </h2>
                {entries.map((entry) => (
                  <Entry key={entry.id} entry={entry} words={words} />
                ))}
              </section>
            ))}
          </div>
        </div>
      )}
    </>
  );
}

/** Every text with the names of the product filled in. */
function writeTopics(): WrittenTopic[] {
  const words = documentationWords();
  return DOCUMENTATION.map(({ entries, id, title }) => ({
    id,
    title: title(),
    entries: entries.map((entry) => ({ ...entry, title: entry.title(words), text: entry.text(words) })),
  }));
}

/** A topic whose title has the words is shown as a whole. */
function filterTopic(topic: WrittenTopic, words: readonly string[]): WrittenTopic {
  if (words.length > 0 && hasWords(words, topic.title)) return topic;
  return {
    ...topic,
    entries: topic.entries.filter(({ text, title }) =>
      hasWords(words, title, text.replaceAll(/`|\*\*/g, '')),
    ),
  };
}

function Entry({ entry, words }: { entry: WrittenEntry; words: readonly string[] }) {
  const { id, links, text, title } = entry;
  return (
    <article id={id} className={classes.entry}>
      <h3>
        <Marked text={title} words={words} />
      </h3>
      <DocumentationText text={text} words={words} />
      {links.length > 0 && (
        <p className={classes.links}>
          <span>{m.documentation_links()}</span>
          {links.map(({ label, to }) => (
            <TextLink key={to} to={to}>
              {label()}
            </TextLink>
          ))}
        </p>
      )}
    </article>
  );
}
