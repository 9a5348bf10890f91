/** The values in which one resource differs, as the other environment has them and as this one does, with what differs marked. */
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useMemo } from 'react';
import type { ComparedResource } from '../../../../api/types.ts';
import { Compared } from '../../../../fields/compared.tsx';
import type { ValueLine } from '../../../../fields/lines-of-field.ts';
import { LateSkeleton, Text } from '../../../../ui/index.ts';
import styles from './compare.module.css';
import { usePairModel } from './pair-surroundings.tsx';
import { useResourceStatusWords, useSettingWords } from './status-words.ts';
import { useNaming } from './use-naming.ts';
import { valueLines } from './value-lines.ts';
import { linksAsIn } from './value-links.ts';

/** Pixels of a value, until all are named. */
const NAMES_HEIGHT = 48;

export function ValueList({ item }: { readonly item: ComparedResource }): ReactNode {
  const naming = useNaming(item, item.differences);
  const lines = useMemo(() => {
    if (naming === null) return [];
    const asInSource = linksAsIn(item.source.id);
    return item.differences.flatMap((difference) => valueLines(item, asInSource(difference), naming));
  }, [item, naming]);
  if (naming === null) return <LateSkeleton height={NAMES_HEIGHT} />;
  return (
    <div className={styles.values}>
      {lines.map((line) => (
        <section key={line.path}>
          <ValueName line={line} />
          <Compared field={line.model} before={line.target} after={line.source} />
        </section>
      ))}
    </div>
  );
}

/** The name of a value, and which side changed it where that is not the one that changes come from. */
export function ValueName({ line }: { readonly line: ValueLine }): ReactNode {
  const { to } = usePairModel();
  const words = useResourceStatusWords(to);
  const name = useValueName(line);
  const side = line.changedIn === 'both' ? words.both : line.changedIn === 'target' ? words.there : null;
  return (
    <Text size="sm" fw={600} component="h4">
      {name}
      {side !== null && (
        <Text span size="xs" c="dimmed" fw={400}>
          {' · '}
          {side}
        </Text>
      )}
    </Text>
  );
}

/** A setting stands behind what it is a setting of, and before its language. */
export function useValueName({ name, setting, model }: ValueLine): string {
  const { t } = useLingui();
  const settings = useSettingWords();
  if (setting === undefined) return name === '' ? model.name : name;
  const words = settings(setting);
  if (name === '') return words;
  return setting === 'field' ? t`Field ${name}` : `${name} · ${words}`;
}
