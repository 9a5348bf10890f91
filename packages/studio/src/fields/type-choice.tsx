/** The choice of a type, of a new entry or of those that are listed, behind a button: a menu of a few types, or a search where there are many. */
import { Trans, useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, type ReactElement, type ReactNode, useState } from 'react';
import type { ContentType } from '../api/types.ts';
import { Button, Menu, Popover, Stack, Text, TextInput } from '../ui/index.ts';
import { typesNamed } from './types-named.ts';

/** That many types are searched. */
const SEARCHABLE_FROM = 9;
const WIDTH = 260;

interface TypeChoiceProperties {
  readonly types: readonly ContentType[];
  readonly position: 'bottom-start' | 'bottom-end';
  /** What is chosen; by default, the type of a new entry. */
  readonly label?: string;
  /** Chooses all types; missing where one has to be chosen. */
  readonly onAll?: () => void;
  /** The button. */
  readonly children: ReactElement;
  onChoose(type: ContentType): void;
}

export function TypeChoice(properties: TypeChoiceProperties): ReactNode {
  const { types, position, children, onChoose, onAll } = properties;
  if (types.length >= SEARCHABLE_FROM) return <SearchedTypes {...properties} />;
  return (
    <Menu withinPortal={false} position={position}>
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown mah="60vh" style={{ overflowY: 'auto' }}>
        {onAll !== undefined && (
          <Menu.Item onClick={onAll}>
            <Trans>All types</Trans>
          </Menu.Item>
        )}
        {types.map((type) => (
          <Menu.Item key={type.id} onClick={() => onChoose(type)}>
            {type.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function SearchedTypes(properties: TypeChoiceProperties): ReactNode {
  const { types, position, label, children, onChoose, onAll } = properties;
  const { t } = useLingui();
  const [words, setWords] = useState('');
  const found = typesNamed(types, words);
  const onKeyDown = (event: KeyboardEvent) => {
    const [first] = found;
    if (event.key === 'Enter' && first !== undefined) onChoose(first);
  };
  return (
    <Popover withinPortal={false} position={position} width={WIDTH} trapFocus returnFocus onOpen={() => setWords('')}>
      <Popover.Target>{children}</Popover.Target>
      <Popover.Dropdown aria-label={label ?? t`New entry`}>
        <TextInput
          data-autofocus
          type="search"
          aria-label={t`Find a type`}
          placeholder={t`Find a type`}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <Stack gap={0} mt="xs" mah="50vh" style={{ overflowY: 'auto' }}>
          {onAll !== undefined && words === '' && (
            <Button variant="subtle" size="xs" justify="flex-start" onClick={onAll}>
              <Trans>All types</Trans>
            </Button>
          )}
          {found.map((type) => (
            <Button key={type.id} variant="subtle" size="xs" justify="flex-start" onClick={() => onChoose(type)}>
              {type.name}
            </Button>
          ))}
          {found.length === 0 && (
            <Text size="sm">
              <Trans>No type has this name.</Trans>
            </Text>
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
