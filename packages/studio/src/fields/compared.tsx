/** Two values of a field, with the words marked that are in one of them alone. */
import { diffWordsWithSpace } from 'diff';
import type { ReactNode } from 'react';
import { Text } from '../ui/index.ts';
import type { ValueModel } from './field-type.ts';
import styles from './fields.module.css';
import { fieldTypeOf } from './registry.ts';

/** Texts that take longer than this to compare are shown one after the other. */
const COMPARE_MS = 200;

interface ComparedProperties {
  readonly field: ValueModel;
  readonly before: unknown;
  readonly after: unknown;
  /** Stands for `before` where that is no value, but what was typed. */
  readonly typed?: string | undefined;
}

export function Compared({ field, before, after, typed }: ComparedProperties): ReactNode {
  const type = fieldTypeOf(field);
  const parts = comparedWords(typed ?? type.text(before), type.text(after));
  return (
    <Text size="sm" dir="auto" className={styles.compared}>
      {parts.map((part, place) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their place
        if (part.kind === 'same') return <span key={place}>{part.text}</span>;
        const Tag = part.kind === 'added' ? 'ins' : 'del';
        return (
          <Tag
            // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their place
            key={place}
            className={part.kind === 'added' ? styles.added : styles.removed}
          >
            {part.text}
          </Tag>
        );
      })}
    </Text>
  );
}

interface Part {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

function comparedWords(before: string, after: string): readonly Part[] {
  const changes = diffWordsWithSpace(before, after, { timeout: COMPARE_MS });
  if (changes === undefined)
    return [
      { kind: 'removed', text: before },
      { kind: 'added', text: after },
    ];
  return changes.map(({ added, removed, value }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  }));
}
