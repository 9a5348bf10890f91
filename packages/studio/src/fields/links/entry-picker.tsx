/** A dialog in which entries are searched on the server and picked, by mouse or keyboard. */
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useId, useState } from 'react';
import type { Entry } from '../../api/types.ts';
import { CheckIcon, SearchIcon } from '../../ui/icons.ts';
import { Alert, Button, Group, Modal, Select, Stack, Text, TextInput } from '../../ui/index.ts';
import { StatusBadge } from '../status-badge.tsx';
import { useSurroundings } from '../surroundings.tsx';
import { typesFor } from './allowed.ts';
import { entryCard } from './cards.ts';
import { TYPES_AT_ONCE, useEntrySearch } from './entry-search.ts';
import { CardWords } from './link-card.tsx';
import styles from './links.module.css';
import { NewEntryButtons } from './new-entry.tsx';
import type { PickerProperties } from './picker-properties.ts';
import { useListKeys } from './use-list-keys.ts';

export function EntryPicker({ field, several, picked, onPick, onClose }: PickerProperties): ReactNode {
  const { t } = useLingui();
  const { types, locales } = useSurroundings();
  const allowed = typesFor(field, types);
  const mayMix = allowed.length === types.length || allowed.length <= TYPES_AT_ONCE;
  const [type, setType] = useState<string | null>(mayMix ? null : (allowed[0]?.api_id ?? null));
  const [words, setWords] = useState('');
  const { results, total, error, waiting } = useEntrySearch(
    words,
    type === null ? allowed : allowed.filter(({ api_id }) => api_id === type),
  );
  const listId = useId();
  const keys = useListKeys(
    results.map(({ id }) => id),
    1,
    (index) => pick(results[index]),
  );

  function pick(entry: Entry | undefined): void {
    if (entry !== undefined && picked?.has(entry.id) !== true) onPick({ type: 'entry', id: entry.id });
  }

  return (
    <Modal opened onClose={onClose} title={t`Choose an entry for ${field.name}`} size="lg">
      <Stack gap="xs">
        <Group gap="xs" align="flex-end">
          <TextInput
            className={styles.words}
            role="combobox"
            aria-expanded
            aria-controls={listId}
            aria-activedescendant={results[keys.active] === undefined ? undefined : `${listId}-${keys.active}`}
            aria-label={t`Search`}
            placeholder={t`Search`}
            leftSection={<SearchIcon size={16} aria-hidden />}
            data-autofocus
            value={words}
            onChange={(event) => setWords(event.currentTarget.value)}
            onKeyDown={keys.onKeyDown}
          />
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
        {error !== null && (
          <Alert color="red" role="alert">
            {error.message}
          </Alert>
        )}
        <div className={styles.results} id={listId} role="listbox" aria-label={t`Entries`} aria-busy={waiting}>
          {results.map((entry, index) => {
            const taken = picked?.has(entry.id) === true;
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the search field above takes the keys of the list
              // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the search field
              <div
                key={entry.id}
                id={`${listId}-${index}`}
                className={styles.result}
                role="option"
                aria-selected={taken}
                data-active={index === keys.active || undefined}
                onClick={() => pick(entry)}
                onMouseMove={() => keys.setActive(index)}
              >
                <span className={styles.words}>
                  <CardWords card={entryCard(entry, types, locales[0]?.code ?? '')} />
                </span>
                <StatusBadge status={entry.status} />
                {taken && <CheckIcon size={16} aria-label={t`Linked`} />}
              </div>
            );
          })}
          {results.length === 0 && !waiting && (
            <Text size="sm" c="dimmed" p="xs">
              <Trans>No entry has these words.</Trans>
            </Text>
          )}
        </div>
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
