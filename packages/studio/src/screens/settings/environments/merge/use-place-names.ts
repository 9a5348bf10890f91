/** What a merge reaches, as people know it: entries and files by their keys, types and values by their names. */
import { useQuery } from '@tanstack/react-query';
import { contentTypesQuery } from '../../../../api/queries.ts';
import type { MergeResult } from '../../../../api/types.ts';
import { nameOfPlace, placeOf } from '../../../../fields/places.ts';
import { useLocales, usePlace } from '../../../../frame/use-place.ts';
import { useSettingWords } from '../compare/status-words.ts';

type Reached = Pick<MergeResult, 'into' | 'model' | 'entries' | 'assets'>;

/** Gives the name of a path such as `entries.hello.fields.title.de`: "hello · Title · de". */
export function usePlaceNames({ into, model, entries, assets }: Reached): (path: string) => string {
  const { space } = usePlace();
  const types = useQuery(contentTypesQuery({ space, environment: into })).data ?? [];
  const locales = useLocales().map(({ code }) => code);
  const settings = useSettingWords();
  const keys = new Set([...model, ...entries, ...assets].map(({ key }) => key));
  const typeOf = (key: string) => entries.find((entry) => entry.key === key)?.content_type ?? key;
  return (path) => {
    const [kind] = path.split('.');
    const { key, inner } = placeOf(path, keys);
    const type = types.find(({ api_id }) => api_id === typeOf(key));
    const title = kind === 'content_types' ? (type?.name ?? key) : key;
    const value = nameOfPlace(inner, { type, naming: { types, locales, fields: undefined } });
    if (kind === 'entries' && value !== '') return `${title} · ${value}`;
    const [setting = '', ...rest] = inner.split('.');
    return [title, settings(setting), ...rest].filter((name) => name !== '').join(' · ');
  };
}
