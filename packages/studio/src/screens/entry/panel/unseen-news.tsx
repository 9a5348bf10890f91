/** What a colleague has changed in the form meanwhile, place by place. Whoever publishes is shown it once more, word by word. */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { InnerNews } from '../../../drafts/inner-news.ts';
import { blockName } from '../../../fields/blocks/block-words.ts';
import { blockList } from '../../../fields/blocks/blocks-in.ts';
import { innerNames } from '../../../fields/blocks/inner-names.ts';
import { innerPlaceOf } from '../../../fields/blocks/inner-place.ts';
import { nameOfValue } from '../../../fields/name-of-value.ts';
import { useDraft, useOpenEntry } from '../../../fields/open-entry.tsx';
import { useSurroundings } from '../../../fields/surroundings.tsx';
import { useNames } from '../../../frame/people.ts';
import { Alert, Text, UnstyledButton } from '../../../ui/index.ts';
import styles from './entry-panel.module.css';
import type { PanelProperties } from './panel-properties.ts';

/** The most places that are named; whoever publishes is shown the rest. */
const LINES_MOST = 12;

interface Line {
  readonly path: string;
  readonly names: readonly string[];
  /** What became of a block; undefined for a value. */
  readonly inner?: InnerNews;
  jump(): void;
}

export function UnseenNews({ jump }: Pick<PanelProperties, 'jump'>): ReactNode {
  const { draft } = useOpenEntry();
  const entry = useDraft(draft, (now) => now.entry);
  const lines = useLines(jump);
  const nameOf = useNames();
  if (lines.length === 0 || entry === null) return null;
  const name = nameOf(entry.updated_by);
  const hidden = lines.length - LINES_MOST;
  return (
    // Not an alert: it comes while one writes, and waits until one publishes.
    <Alert role="note" color="orange" variant="light" p="xs">
      <Text size="sm">
        <Trans>
          Changed elsewhere since you opened this entry, last by <bdi>{name}</bdi>. Look at it before you publish:
        </Trans>
      </Text>
      <ul className={styles.lines}>
        {lines.slice(0, LINES_MOST).map((line) => (
          <li key={`${line.path} ${line.inner?.kind}`}>
            <UnstyledButton className={styles.line} onClick={line.jump}>
              <bdi>{line.names.join(' › ')}</bdi>
              {line.inner !== undefined && <InnerWords news={line.inner} />}
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <Text size="xs" c="dimmed">
          <Plural value={hidden} one="and # more" other="and # more" />
        </Text>
      )}
    </Alert>
  );
}

/** A line for each value; for one with components, a line for each place in it. */
function useLines(jump: PanelProperties['jump']): readonly Line[] {
  const { draft, type } = useOpenEntry();
  const { locales, types } = useSurroundings();
  const news = useDraft(draft, (now) => now.news);
  const words = { types, locales: locales.map(({ code }) => code) };
  return news.flatMap(({ field: id, locale, inside }): readonly Line[] => {
    const field = type.fields.find((one) => one.id === id);
    const name = field === undefined ? id : nameOfValue(field, locale);
    if (inside.length === 0) return [{ path: `${id} ${locale}`, names: [name], jump: () => jump(id, locale) }];
    return inside.map((inner) => {
      const place = innerPlaceOf(inner.path, draft, { type, types, locales });
      const around = innerNames(place, { types, locales });
      // A value in one of several languages is named by that, too.
      const isOfLocale = locales.length > 1 && inner.path.endsWith(`.${place.locale}`);
      const names = isOfLocale ? [...around.slice(0, -1), `${around.at(-1)} · ${place.locale}`] : around;
      const [gone] = inner.kind === 'removed' ? blockList([inner.before]) : [];
      return {
        path: inner.path,
        names: gone === undefined ? names : [...names, blockName(gone, words)],
        inner,
        jump: () => jump(place.field, place.locale, inner.path),
      };
    });
  });
}

function InnerWords({ news: { kind, at = 0, from = 0 } }: { readonly news: InnerNews }): ReactNode {
  const { t } = useLingui();
  const [before, now] = [from + 1, at + 1];
  const words = {
    changed: '',
    added: t({ message: 'new', comment: 'Of a block or component that somebody else added' }),
    removed: t({ message: 'removed', comment: 'Of a block or component that somebody else removed' }),
    moved: t({ message: `moved from ${before} to ${now}`, comment: 'Places of a block in its list' }),
  };
  if (words[kind] === '') return null;
  return (
    <Text component="span" size="xs" c="dimmed">
      {' '}
      {words[kind]}
    </Text>
  );
}
