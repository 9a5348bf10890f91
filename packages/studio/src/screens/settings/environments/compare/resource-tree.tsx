/**
 * What differs between two environments, as a tree of which only the rows in sight are in the page. Arrow keys go from row to row,
 * those to the side open and close.
 */
import { Plural, useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, memo, type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import type { ComparedResource } from '../../../../api/types.ts';
import { PlacedRows } from '../../../../frame/selection/placed-rows.tsx';
import { useRowsInSight } from '../../../../frame/selection/use-rows-in-sight.ts';
import { ChevronRightIcon } from '../../../../ui/icons.ts';
import { Checkbox, UnstyledButton } from '../../../../ui/index.ts';
import styles from './compare.module.css';
import { usePairModel } from './pair-surroundings.tsx';
import { statusOf } from './resource-status.ts';
import { ResourceTitle } from './resource-title.tsx';
import { useResourceStatusWords } from './status-words.ts';
import { type TreeRow, treeRows, typeOfBranch } from './tree.ts';
import { ValueList } from './value-list.tsx';

const ROWS = { height: 40, around: 10, ahead: 40 };
const ICON_SIZE = 14;

/** What is ticked, by path. */
export interface Ticking {
  readonly ticked: ReadonlySet<string>;
  readonly isTickable: (item: ComparedResource) => boolean;
  readonly tick: (items: readonly ComparedResource[], isTicked: boolean) => void;
}

interface ResourceTreeProperties {
  readonly items: readonly ComparedResource[];
  readonly more: () => void;
  /** Without it nothing can be ticked. */
  readonly ticking?: Ticking;
}

export function ResourceTree({ items, more, ticking }: ResourceTreeProperties): ReactNode {
  const { t } = useLingui();
  const { types } = usePairModel();
  const viewport = useRef<HTMLDivElement>(null);
  const [closedBranches, toggleBranch] = useToggled();
  const [openResources, toggleResource] = useToggled();
  const rows = useMemo(() => {
    const names = new Map(types.map((type) => [type.api_id, type.name]));
    return treeRows(items, { closedBranches, openResources }, (apiId) => names.get(apiId) ?? apiId);
  }, [items, closedBranches, openResources, types]);
  const keyOf = useCallback((index: number) => rows[index]?.id ?? index, [rows]);
  const inSight = useRowsInSight({ viewport, count: rows.length, more, keyOf, ...ROWS });
  const toggle = useCallback(
    (row: TreeRow) => (row.kind === 'branch' ? toggleBranch(row.id) : toggleResource(row.id)),
    [toggleBranch, toggleResource],
  );
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const index = indexOf(event.target);
    const row = rows[index];
    if (row === undefined || row.kind === 'values') return;
    const isOpening = event.key === 'ArrowRight';
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      const next = nextPressable(rows, index, step);
      if (next === null) return;
      inSight.scrollToIndex(next);
      requestAnimationFrame(() =>
        viewport.current?.querySelector<HTMLElement>(`[data-index="${next}"] [data-press]`)?.focus(),
      );
    } else if ((isOpening || event.key === 'ArrowLeft') && row.isOpen !== isOpening) {
      event.preventDefault();
      toggle(row);
    }
  };
  return (
    <section ref={viewport} className={styles.viewport} aria-label={t`What differs`} onKeyDown={onKeyDown}>
      <PlacedRows rows={inSight}>
        {(index) => rows[index] && <Row row={rows[index]} toggle={toggle} ticking={ticking} />}
      </PlacedRows>
    </section>
  );
}

interface RowProperties {
  readonly row: TreeRow;
  readonly toggle: (row: TreeRow) => void;
  readonly ticking: Ticking | undefined;
}

const Row = memo(function Row({ row, toggle, ticking }: RowProperties): ReactNode {
  if (row.kind === 'values') return <ValueList item={row.item} />;
  return row.kind === 'branch' ? (
    <BranchRow row={row} toggle={toggle} ticking={ticking} />
  ) : (
    <ResourceRow row={row} toggle={toggle} ticking={ticking} />
  );
});

interface BranchRowProperties extends RowProperties {
  readonly row: Extract<TreeRow, { kind: 'branch' }>;
}

function BranchRow({ row, toggle, ticking }: BranchRowProperties): ReactNode {
  const { t } = useLingui();
  const { types } = usePairModel();
  const apiId = typeOfBranch(row.id);
  const name =
    apiId === null
      ? row.id === 'asset'
        ? t`Media`
        : t`Model`
      : (types.find(({ api_id }) => api_id === apiId)?.name ?? apiId);
  const tickable = ticking === undefined ? [] : row.items.filter(ticking.isTickable);
  const count = ticking === undefined ? 0 : tickable.filter(({ path }) => ticking.ticked.has(path)).length;
  return (
    <div className={styles.branch}>
      {ticking !== undefined && tickable.length > 0 && (
        <Checkbox
          size="xs"
          aria-label={t`Choose all of ${name}`}
          checked={count === tickable.length}
          indeterminate={count > 0 && count < tickable.length}
          onChange={({ currentTarget }) => ticking.tick(tickable, currentTarget.checked)}
        />
      )}
      <h3 className={styles.heading}>
        <UnstyledButton className={styles.press} data-press aria-expanded={row.isOpen} onClick={() => toggle(row)}>
          <ChevronRightIcon size={ICON_SIZE} aria-hidden className={styles.sign} />
          <span className={styles.name}>{name}</span>
          <span className={styles.count}>
            <Plural value={row.items.length} one="# difference" other="# differences" />
          </span>
        </UnstyledButton>
      </h3>
    </div>
  );
}

interface ResourceRowProperties extends RowProperties {
  readonly row: Extract<TreeRow, { kind: 'resource' }>;
}

function ResourceRow({ row, toggle, ticking }: ResourceRowProperties): ReactNode {
  const { t } = useLingui();
  const { item } = row;
  const { key } = item;
  return (
    <div className={styles.resource}>
      {ticking?.isTickable(item) === true && (
        <Checkbox
          size="xs"
          aria-label={t`Choose ${key}`}
          checked={ticking.ticked.has(item.path)}
          onChange={({ currentTarget }) => ticking.tick([item], currentTarget.checked)}
        />
      )}
      <UnstyledButton className={styles.press} data-press aria-expanded={row.isOpen} onClick={() => toggle(row)}>
        <ChevronRightIcon size={ICON_SIZE} aria-hidden className={styles.sign} />
        <span className={item.kind === 'entry' ? styles.title : styles.name} dir="auto">
          <ResourceTitle resource={item} />
        </span>
        <ResourceStatusBadge item={item} />
      </UnstyledButton>
    </div>
  );
}

function ResourceStatusBadge({ item }: { readonly item: ComparedResource }): ReactNode {
  const { to } = usePairModel();
  const words = useResourceStatusWords(to);
  const status = statusOf(item);
  return (
    <span className={styles.status} data-status={status}>
      {words[status]}
    </span>
  );
}

/** A set of names, and the function that puts one in or takes it out. */
function useToggled(): readonly [ReadonlySet<string>, (name: string) => void] {
  const [names, setNames] = useState<ReadonlySet<string>>(new Set());
  const toggle = useCallback((name: string) => {
    setNames((now) => {
      const next = new Set(now);
      if (!next.delete(name)) next.add(name);
      return next;
    });
  }, []);
  return [names, toggle];
}

function indexOf(target: EventTarget): number {
  const place =
    target instanceof HTMLElement && target.dataset.press !== undefined ? target.closest('[data-index]') : null;
  return place === null ? -1 : Number(place.getAttribute('data-index'));
}

function nextPressable(rows: readonly TreeRow[], index: number, step: 1 | -1): number | null {
  for (let next = index + step; rows[next] !== undefined; next += step) if (rows[next]?.kind !== 'values') return next;
  return null;
}
