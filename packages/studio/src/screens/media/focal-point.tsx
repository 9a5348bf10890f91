/** The picture, with the point that stays visible when it is cropped, and what crops at common ratios show of it. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import type { Asset } from '../../api/types.ts';
import { pictureUrl } from '../../fields/picture.ts';
import { Button, Stack, Text } from '../../ui/index.ts';
import { atWidth, transformed } from './asset-words.ts';
import styles from './media.module.css';

const SHOWN_WIDTH = 960;
const CROP_HEIGHT = 144;
const STEP = 0.05;
const RATIOS = [
  ['16:9', 16 / 9],
  ['4:3', 4 / 3],
  ['1:1', 1],
  ['3:4', 3 / 4],
] as const;

type Point = NonNullable<Asset['focal_point']>;

interface FocalPointProperties {
  readonly asset: Asset;
  /** Missing where the person may not change it. */
  readonly onChange?: (point: Asset['focal_point']) => void;
}

export function FocalPoint({ asset, onChange }: FocalPointProperties): ReactNode {
  const { t } = useLingui();
  const { focal_point: point, alt } = asset;
  const url = pictureUrl(asset);
  if (url === null) return null;
  const source = atWidth(asset, url, SHOWN_WIDTH);
  const picture = <img src={source} alt={Object.values(alt)[0] ?? ''} />;
  if (onChange === undefined || asset.width === null) return <div className={styles.picture}>{picture}</div>;

  const at = point ?? { x: 0.5, y: 0.5 };
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    // A press of Enter has no place; the arrow keys move the point instead.
    if (event.detail === 0) return;
    const box = event.currentTarget.getBoundingClientRect();
    onChange({ x: share(event.clientX - box.left, box.width), y: share(event.clientY - box.top, box.height) });
  };
  const press = (event: KeyboardEvent) => {
    const moves: Readonly<Record<string, Point>> = {
      ArrowLeft: { x: -STEP, y: 0 },
      ArrowRight: { x: STEP, y: 0 },
      ArrowUp: { x: 0, y: -STEP },
      ArrowDown: { x: 0, y: STEP },
    };
    const move = moves[event.key];
    if (move === undefined) return;
    event.preventDefault();
    onChange({ x: share(at.x + move.x, 1), y: share(at.y + move.y, 1) });
  };
  return (
    <Stack gap="xs">
      <div className={styles.picture}>
        <button
          type="button"
          className={styles.frame}
          onClick={click}
          onKeyDown={press}
          aria-label={t`Focal point: click the picture or use the arrow keys`}
        >
          {picture}
          <span className={styles.focus} style={{ left: `${at.x * 100}%`, top: `${at.y * 100}%` }} />
        </button>
      </div>
      <Text size="sm" c="dimmed">
        {point === null ? (
          <Trans>Click the part that has to stay visible when the picture is cropped.</Trans>
        ) : (
          <Button size="compact-xs" variant="default" onClick={() => onChange(null)}>
            <Trans>Reset to centre</Trans>
          </Button>
        )}
      </Text>
      <Crops url={url} at={at} />
    </Stack>
  );
}

interface CropsProperties {
  readonly url: string;
  /** The point that stays visible. */
  readonly at: Point;
}

/** What crops at common ratios show. */
function Crops({ url, at }: CropsProperties): ReactNode {
  const { t } = useLingui();
  return (
    <div className={styles.crops}>
      {RATIOS.map(([name, ratio]) => (
        <figure key={name}>
          <img
            src={transformed(url, {
              w: Math.round(CROP_HEIGHT * ratio),
              h: CROP_HEIGHT,
              fit: 'cover',
              fp: `${at.x},${at.y}`,
            })}
            alt={t`Cropped to ${name}`}
            loading="lazy"
          />
          <Text component="figcaption" size="xs" c="dimmed">
            {name}
          </Text>
        </figure>
      ))}
    </div>
  );
}

/** A part of a whole, 0 to 1, with three digits. */
function share(part: number, whole: number): number {
  return Math.round(Math.max(0, Math.min(1, part / whole)) * 1000) / 1000;
}
