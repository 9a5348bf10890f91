/** One side of a value that two have changed. */
import type { ReactNode } from 'react';
import { Compared } from '../../fields/compared.tsx';
import { ShownValue } from '../../fields/shown-value.tsx';
import { Group, Stack, Text } from '../../ui/index.ts';
import type { ReleaseLine } from './in-the-way.ts';
import { LineName } from './line-name.tsx';
import styles from './releases.module.css';

interface SideProperties {
  readonly title: ReactNode;
  readonly lines: readonly ReleaseLine[];
  readonly side: 'target' | 'source';
  readonly children?: ReactNode;
}

/** What one side made of the value, with what differs from before marked. */
export function Side({ title, lines, side, children }: SideProperties): ReactNode {
  return (
    <div className={styles.side}>
      <Stack gap="xs">
        <Text size="xs" c="dimmed" component="div">
          {title}
        </Text>
        {lines.map((line) => (
          <div key={line.path}>
            {lines.length > 1 && (
              <Text size="xs" c="dimmed">
                <LineName line={line} />
              </Text>
            )}
            {line[side] === undefined ? (
              <ShownValue field={line.model} value={undefined} />
            ) : (
              <Compared field={line.model} before={line.base} after={line[side]} />
            )}
          </div>
        ))}
      </Stack>
      {children != null && children !== false && <Group>{children}</Group>}
    </div>
  );
}
