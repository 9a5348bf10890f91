/** Lets the person choose of which component a new block is, by its name or by words of what it is for. */
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import type { ContentType } from '../../api/types.ts';
import { SearchIcon } from '../../ui/icons.ts';
import { Text, TextInput } from '../../ui/index.ts';
import { useResultList } from '../links/use-result-list.ts';
import { useSurroundings } from '../surroundings.tsx';
import { componentsFor } from './block-words.ts';
import styles from './blocks.module.css';
import { ComponentPicture, havePictures } from './component-picture.tsx';

/** What a component is for can be a page long. */
const DESCRIPTION_LINES = 3;

interface ComponentPickerProperties {
  readonly components: readonly ContentType[];
  onPick(component: ContentType): void;
}

export function ComponentPicker({ components, onPick }: ComponentPickerProperties): ReactNode {
  const { t } = useLingui();
  const { place, locales } = useSurroundings();
  const [words, setWords] = useState('');
  const found = componentsFor(words, components);
  const hasPictures = havePictures(components);
  const list = useResultList({
    ids: found.map(({ id }) => id),
    columns: 1,
    isBehind: false,
    take: (index) => {
      const component = found[index];
      if (component !== undefined) onPick(component);
    },
  });
  return (
    <div className={styles.picker}>
      <TextInput
        {...list.field}
        aria-label={t`Search blocks`}
        placeholder={t`Search blocks`}
        leftSection={<SearchIcon size={16} aria-hidden />}
        data-autofocus
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
      <div className={styles.choices} id={list.id} role="listbox" aria-label={t`Kinds of blocks`}>
        {found.map((component, index) => (
          <div key={component.id} className={styles.choice} {...list.option(index)}>
            {hasPictures && <ComponentPicture place={place} locale={locales[0]?.code ?? ''} component={component} />}
            <div className={styles.choiceWords}>
              <Text size="sm" fw={500} dir="auto">
                {component.name}
              </Text>
              {component.description !== '' && (
                <Text size="xs" c="dimmed" dir="auto" lineClamp={DESCRIPTION_LINES}>
                  {component.description}
                </Text>
              )}
            </div>
          </div>
        ))}
      </div>
      {found.length === 0 && (
        <Text size="sm" c="dimmed" role="status">
          <Trans>No block is called that.</Trans>
        </Text>
      )}
    </div>
  );
}
