/** A part of the home screen: a heading, what is in it, and what to do where nothing is. */
import type { ReactNode } from 'react';
import { ScreenError } from '../../frame/screen-error.tsx';
import { Skeleton, Text, Title, useDelayed } from '../../ui/index.ts';
import styles from './home.module.css';

const LINE_HEIGHT = 52;

interface PanelProperties {
  readonly title: string;
  /** Beside the heading: the way to all of it. */
  readonly more?: ReactNode;
  readonly children: ReactNode;
}

export function Panel({ title, more, children }: PanelProperties): ReactNode {
  return (
    <section aria-label={title}>
      <div className={styles.heading}>
        <Title order={2}>{title}</Title>
        {more}
      </div>
      {children}
    </section>
  );
}

interface AnsweredProperties<Item> {
  readonly answer: {
    readonly data: readonly Item[] | undefined;
    readonly isPending: boolean;
    readonly error: Error | null;
    refetch(): unknown;
  };
  /** How many lines there are room for while they are on their way. */
  readonly lines: number;
  /** The next step where there is nothing. */
  readonly empty: ReactNode;
  readonly children: (items: readonly Item[]) => ReactNode;
}

/** What one request of a panel brings: its lines, that there are none, or why it failed. */
export function Answered<Item>({ answer, lines, empty, children }: AnsweredProperties<Item>): ReactNode {
  const shown = useDelayed(answer.isPending);
  if (answer.error !== null) return <ScreenError error={answer.error} reset={() => void answer.refetch()} />;
  if (answer.data === undefined)
    return <div className={styles.waiting}>{shown && <Skeleton height={lines * LINE_HEIGHT} />}</div>;
  if (answer.data.length === 0)
    return (
      <Text size="sm" c="dimmed" pt="sm">
        {empty}
      </Text>
    );
  return children(answer.data);
}
