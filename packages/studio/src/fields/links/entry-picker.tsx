/** A dialog in which entries are searched on the server and picked, by mouse or keyboard. */
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import type { Entry } from '../../api/types.ts';
import { CheckIcon } from '../../ui/icons.ts';
import { Button, Group, Modal, Select, Stack, Text } from '../../ui/index.ts';
import { limitsOf } from '../limits.ts';
import { StatusBadge } from '../status-badge.tsx';
import { useSurroundings } from '../surroundings.tsx';
import { typesFor } from './allowed.ts';
import { entryCard } from './cards.ts';
import { TYPES_AT_ONCE, useEntrySearch } from './entry-search.ts';
import { CardWords } from './link-card.tsx';
import styles from './links.module.css';
import { NewEntryButtons } from './new-entry.tsx';
import type { PickerProperties } from './picker-properties.ts';
import { ResultSearch } from './result-search.tsx';
import { LateRows, NoResults, SearchProblem } from './result-states.tsx';
import { SmallPicture } from './small-picture.tsx';
import { type ResultOption, useResultList } from './use-result-list.ts';

export function EntryPicker({ field, several, picked, onPick, onClose }: PickerProperties): ReactNode {
  const { t } = useLingui();
  const { allowed, mayMix, type, setType, asked } = useTypeChoice(field);
  const [words, setWords] = useState('');
  const { results, total, error, isBehind, waiting, again } = useEntrySearch(words, asked);
  const isTaken = ({ id }: Entry) => picked?.has(id) === true;
  const list = useResultList({
    ids: results.map(({ id }) => id),
    columns: 1,
    isBehind,
    take: (index) => {
      const entry = results[index];
      if (entry !== undefined && !isTaken(entry)) onPick({ type: 'entry', id: entry.id });
    },
  });
  return (
    <Modal opened onClose={onClose} title={t`Choose an entry for ${field.name}`} size="lg">
      <Stack gap="xs">
        <Group gap="xs" align="flex-end">
          <ResultSearch list={list} words={words} onChange={setWords} />
          {allowed.length > 1 && (
            <Select
              aria-label={t`Content type`}
              placeholder={t`All types`}
              data={allowed.map(({ api_id, name }) => ({ value: api_id, label: name }))}
              value={type}
              clearable={mayMix}
              searchable
              onChange={setType}
            />
          )}
        </Group>
        <SearchProblem error={error} again={again} />
        <div className={styles.results} id={list.id} role="listbox" aria-label={t`Entries`} aria-busy={waiting}>
          <LateRows waiting={waiting && results.length === 0} />
          {results.map((entry, index) => (
            <EntryOption key={entry.id} entry={entry} words={words} option={list.option(index, isTaken(entry))} />
          ))}
        </div>
        {results.length === 0 && !waiting && error === null && (
          <NoResults words={words} detail={<Trans>Write a new one, or look for other words.</Trans>} />
        )}
        <Group justify="space-between" gap="xs">
          <Text size="xs" c="dimmed" role="status">
            {total > results.length ? t`The first ${results.length} of ${total}` : ''}
          </Text>
          <Group gap="xs">
            <NewEntryButtons
              types={allowed}
              onMade={(link) => {
                onPick(link);
                if (!several) onClose();
              }}
            />
            <Button variant="default" size="xs" onClick={onClose}>
              {several ? <Trans>Done</Trans> : <Trans>Cancel</Trans>}
            </Button>
          </Group>
        </Group>
      </Stack>
    </Modal>
  );
}

/** The types to look in: the one that is chosen, or else all that the field takes, where those can be searched at once. */
function useTypeChoice(field: PickerProperties['field']) {
  const { types } = useSurroundings();
  const allowed = typesFor(field, types);
  const mayMix = limitsOf(field).content_types === undefined || allowed.length <= TYPES_AT_ONCE;
  const [type, setType] = useState<string | null>(mayMix ? null : (allowed[0]?.api_id ?? null));
  const asked = type === null ? allowed : allowed.filter(({ api_id }) => api_id === type);
  return { allowed, mayMix, type, setType, asked };
}

interface EntryOptionProperties {
  readonly entry: Entry;
  readonly words: string;
  readonly option: ResultOption;
}

function EntryOption({ entry, words, option }: EntryOptionProperties): ReactNode {
  const { t } = useLingui();
  const { place, types, locales } = useSurroundings();
  const locale = locales[0]?.code ?? '';
  const card = entryCard(entry, types, { locale, words });
  return (
    <div {...option} className={styles.result}>
      <SmallPicture place={place} locale={locale} card={card} />
      <span className={styles.words}>
        <CardWords card={card} />
      </span>
      <StatusBadge status={entry.status} />
      {option['aria-selected'] && <CheckIcon size={16} aria-label={t`Linked`} />}
    </div>
  );
}
