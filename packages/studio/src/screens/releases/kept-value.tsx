/** A value that somebody changed after a release went out: what stands now, what undoing the release would bring back, and which of them. */
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useId } from 'react';
import type { ReleasedEntry } from '../../api/types.ts';
import { nameOfPlace } from '../../fields/places.ts';
import { Radio } from '../../ui/index.ts';
import { type InnerConflict, linesOfConflict } from './in-the-way.ts';
import styles from './releases.module.css';
import { Side } from './side.tsx';
import { useEntryModel } from './use-entry-model.ts';

interface KeptValueProperties {
  readonly conflict: InnerConflict;
  /** Undefined as long as it is not known. */
  readonly entry: ReleasedEntry | undefined;
  /** Of the entry. */
  readonly title: string;
  /** Whether what was before the release comes back. */
  readonly isBack: boolean;
  readonly onChoose: (isBack: boolean) => void;
}

export function KeptValue({ conflict, entry, title, isBack, onChoose }: KeptValueProperties): ReactNode {
  const { t } = useLingui();
  const name = useId();
  const model = useEntryModel(entry, [conflict.inner]);
  const lines = linesOfConflict(conflict, model);
  const choice = (label: string, chosen: boolean) => (
    <Radio name={name} size="sm" label={label} checked={isBack === chosen} onChange={() => onChoose(chosen)} />
  );
  return (
    <fieldset className={styles.conflict}>
      <legend className={styles.legend}>
        <bdi>{title}</bdi> · {nameOfPlace(conflict.inner, model)}
      </legend>
      <div className={styles.sides}>
        <Side title={choice(t`Keep what stands now`, false)} lines={lines} side="target" />
        <Side title={choice(t`Bring back what was before`, true)} lines={lines} side="source" />
      </div>
    </fieldset>
  );
}
