/** Tells at a value that somebody else has replaced what this tab had saved there. */
import type { ReactNode } from 'react';
import type { Field } from '../api/types.ts';
import { onDemand } from '../ui/index.ts';
import { useLevel, useNews } from './open-entry.tsx';

const ReplacedLine = onDemand(async () => (await import('./replaced-line.tsx')).ReplacedLine);

interface ReplacedNoteProperties {
  readonly field: Field;
  readonly locale: string;
}

/** Nothing where the server has what this tab saved. */
export function ReplacedNote({ field, locale }: ReplacedNoteProperties): ReactNode {
  const { values } = useLevel();
  const news = useNews(values, field.id, locale);
  return news?.isMine === true && <ReplacedLine field={field} locale={locale} news={news} />;
}
