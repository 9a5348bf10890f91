/** Words to search for. What is asked follows a moment after the last key, and the field follows what others ask. */
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { CloseIcon, SearchIcon } from '../ui/icons.ts';
import { ActionIcon, TextInput, useDebouncedValue } from '../ui/index.ts';

const ICON_SIZE = 16;
/** In pixels: it fills a row on a phone. */
const WIDTH_MAX = 340;
const ASK_AFTER_MS = 150;

interface SearchFieldProperties {
  readonly label: string;
  /** The words that the list shows; empty for none. */
  readonly asked: string;
  readonly ask: (words: string | undefined) => void;
}

export function SearchField({ label, asked, ask }: SearchFieldProperties): ReactNode {
  const { t } = useLingui();
  const [typed, setTyped] = useState(asked);
  const [settled] = useDebouncedValue(typed, ASK_AFTER_MS);
  // What this field has asked and the address does not say yet: more may have been typed since.
  const own = useRef<readonly string[]>([]);
  useEffect(() => {
    const at = own.current.indexOf(asked);
    own.current = at === -1 ? [] : own.current.slice(at + 1);
    if (at === -1) setTyped(asked);
  }, [asked]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed asks; what is asked is followed above
  useEffect(() => {
    if (settled === asked || settled !== typed) return;
    const words = settled.trim() === '' ? '' : settled;
    if (words === asked) return;
    own.current = [...own.current, words];
    ask(words === '' ? undefined : words);
  }, [settled]);
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={t`Search`}
      leftSection={<SearchIcon size={ICON_SIZE} aria-hidden />}
      rightSection={
        typed === '' ? null : (
          <ActionIcon size="sm" aria-label={t`Clear search`} onClick={() => setTyped('')}>
            <CloseIcon size={ICON_SIZE} aria-hidden />
          </ActionIcon>
        )
      }
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      flex="1 1 220px"
      maw={WIDTH_MAX}
    />
  );
}
