import { LEVELS, type Level } from '#domain/courses/vocabulary';
import type { CatalogueSearch } from './queries.ts';

const SORTS = ['newest', 'title', 'relevance'] as const;

/** Reads the address of the catalogue; what it does not know is left out. */
export function parseCatalogueSearch(search: Record<string, unknown>): CatalogueSearch {
  const text = (value: unknown, length: number) =>
    typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, length) : '';
  const q = text(search.q, 200);
  const category = text(search.category, 100);
  const level = LEVELS.find((one): one is Level => one === search.level);
  const sort = SORTS.find((one) => one === search.sort);
  const page = Number(search.page);
  return {
    ...(q !== '' && { q }),
    ...(level && { level }),
    ...(category !== '' && { category }),
    ...(sort && { sort }),
    ...(Number.isInteger(page) && page > 1 && page <= 1000 && { page }),
  };
}
