/** Which types link to which: a box a type in columns by how far they are from what nothing links to, and an arrow a link. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { ContentType } from '../../api/types.ts';
import { List, Stack, Text } from '../../ui/index.ts';
import styles from './type-graph.module.css';
import { linksOf, type TypeLink } from './type-links.ts';

const BOX = { width: 160, height: 44 } as const;
const GAP = { x: 96, y: 24 } as const;
const MARGIN = 12;

interface Spot {
  readonly x: number;
  readonly y: number;
}

export function TypeGraph({ types }: { readonly types: readonly ContentType[] }): ReactNode {
  const { t } = useLingui();
  const links = linksOf(types);
  const nameOf = (id: string) => types.find(({ api_id }) => api_id === id)?.name ?? id;
  const spots = layOut(types, links);
  const all = [...spots.values()];
  const width = Math.max(...all.map(({ x }) => x)) + BOX.width + MARGIN;
  const height = Math.max(...all.map(({ y }) => y)) + BOX.height + MARGIN;
  return (
    <Stack>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than the screen is scrolled by keyboard too */}
      <section className={styles.viewport} tabIndex={0} aria-label={t`Graph of the types`}>
        <svg
          role="img"
          aria-label={t`Types and their links. The list below says the same.`}
          width={width}
          height={height}
        >
          <defs>
            <marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto">
              <path d="M0 0L8 4L0 8z" className={styles.tip} />
            </marker>
          </defs>
          {links.map((link) => (
            <path
              key={`${link.from} ${link.field} ${link.to}`}
              d={arrow(spots.get(link.from), spots.get(link.to))}
              className={styles.link}
              markerEnd="url(#tip)"
            >
              <title>{`${nameOf(link.from)} › ${link.fieldName} → ${nameOf(link.to)}`}</title>
            </path>
          ))}
          {types.map(({ api_id: id, name }) => {
            const { x, y } = spots.get(id) ?? { x: 0, y: 0 };
            return (
              <g key={id} transform={`translate(${x} ${y})`}>
                <rect {...BOX} rx={4} className={styles.box} />
                <text x={BOX.width / 2} y={BOX.height / 2 + 5} textAnchor="middle" className={styles.name}>
                  {name.length > 20 ? `${name.slice(0, 19)}…` : name}
                </text>
              </g>
            );
          })}
        </svg>
      </section>
      {links.length === 0 ? (
        <Text size="sm" c="dimmed">
          <Trans>No type links to another.</Trans>
        </Text>
      ) : (
        <List size="sm">
          {byField(links).map((group) => {
            const [{ from, field, fieldName, isInside }] = group;
            const to = group.map((link) => nameOf(link.to)).join(', ');
            return (
              <List.Item key={`${from} ${field}`}>
                <LinkWords from={nameOf(from)} field={fieldName} to={to} isInside={isInside} />
              </List.Item>
            );
          })}
        </List>
      )}
    </Stack>
  );
}

/** Those of one field together, in their order. */
function byField(links: readonly TypeLink[]): readonly (readonly [TypeLink, ...TypeLink[]])[] {
  const groups = new Map<string, [TypeLink, ...TypeLink[]]>();
  for (const link of links) {
    const key = `${link.from} ${link.field}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [link]);
    else group.push(link);
  }
  return [...groups.values()];
}

interface LinkWordsProperties extends Pick<TypeLink, 'isInside'> {
  /** As people call them. */
  readonly from: string;
  readonly field: string;
  /** All that may stand in the field. */
  readonly to: string;
}

function LinkWords({ from, field, to, isInside }: LinkWordsProperties): ReactNode {
  if (isInside)
    return (
      <Trans>
        {from} has {to} inside of “{field}”
      </Trans>
    );
  return (
    <Trans>
      {from} links to {to} by “{field}”
    </Trans>
  );
}

/** Columns from left to right along the links, as far as circles let them. */
function layOut(types: readonly ContentType[], links: readonly TypeLink[]): ReadonlyMap<string, Spot> {
  const column = new Map(types.map(({ api_id: id }) => [id, 0]));
  // A type stands right of those that link to it. Circles would go on for ever: as many rounds as types are enough.
  for (let round = 0; round < types.length; round += 1)
    for (const { from, to } of links) {
      const wanted = (column.get(from) ?? 0) + 1;
      if (from !== to && wanted > (column.get(to) ?? 0) && wanted < types.length) column.set(to, wanted);
    }
  const used = [...new Set(column.values())].toSorted((one, other) => one - other);
  const rows = new Map<number, number>();
  return new Map(
    types.map(({ api_id: id }) => {
      const place = used.indexOf(column.get(id) ?? 0);
      const row = rows.get(place) ?? 0;
      rows.set(place, row + 1);
      return [id, { x: MARGIN + place * (BOX.width + GAP.x), y: MARGIN + row * (BOX.height + GAP.y) }];
    }),
  );
}

function arrow(from: Spot | undefined, to: Spot | undefined): string {
  if (from === undefined || to === undefined) return '';
  const middle = BOX.height / 2;
  if (from === to) {
    // Below the box, out of the way of those that leave it at its side.
    return `M${from.x + BOX.width / 2} ${from.y + BOX.height}c 0 14 32 14 32 0`;
  }
  const forward = to.x > from.x;
  const start = { x: forward ? from.x + BOX.width : from.x, y: from.y + middle };
  const end = { x: forward ? to.x : to.x + BOX.width, y: to.y + middle };
  const bend = forward ? GAP.x / 2 : -GAP.x / 2;
  return `M${start.x} ${start.y}C${start.x + bend} ${start.y} ${end.x - bend} ${end.y} ${end.x} ${end.y}`;
}
