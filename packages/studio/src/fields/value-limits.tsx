/** The line under an input: how long the value is and may be, its bounds, and where a fallback comes from. */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Field } from '../api/types.ts';
import { Text } from '../ui/index.ts';
import styles from './fields.module.css';
import { isColour, isLengthTold, type LengthCheck, limitsOf } from './limits.ts';

interface ValueLimitsProperties {
  readonly id: string;
  readonly field: Field;
  /** Null for types without a length. */
  readonly length: LengthCheck | null;
  /** Code of the locale whose value readers get as long as there is none here; null if there is none. */
  readonly fallback: string | null;
  /** What can be done about it. */
  readonly children: ReactNode;
}

export function ValueLimits({ id, field, length, fallback, children }: ValueLimitsProperties): ReactNode {
  const bounds = useBounds(field);
  const count = length === null ? null : countOf(length);
  return (
    <div className={styles.limits} id={id}>
      {bounds !== '' && <span>{bounds}</span>}
      {fallback !== null && (
        <span>
          <Trans>Readers get {fallback}</Trans>
        </span>
      )}
      {children}
      {count !== null && (
        <Text
          component="span"
          size="xs"
          c={length?.broken === true ? 'var(--failed)' : 'dimmed'}
          className={styles.count}
        >
          {count}
        </Text>
      )}
    </div>
  );
}

/** The count with its limits; null where it would say nothing that matters. */
function countOf(check: LengthCheck): ReactNode {
  const { length, least, most, unit } = check;
  if (length === 0 && least === 0 && most !== Number.POSITIVE_INFINITY) return <Trans>At most {most}</Trans>;
  if (!isLengthTold(check)) return null;
  const counted =
    unit === 'items' ? (
      <Plural value={length} one="# item" other="# items" />
    ) : (
      <Plural value={length} one="# character" other="# characters" />
    );
  if (most === Number.POSITIVE_INFINITY)
    return (
      <>
        {counted}, <Trans>at least {least}</Trans>
      </>
    );
  return (
    <>
      {counted},{' '}
      {least > 0 ? (
        <Trans>
          {least} to {most}
        </Trans>
      ) : (
        <Trans>at most {most}</Trans>
      )}
    </>
  );
}

/** What the model asks of a value beside its length, in a few words. */
function useBounds(field: Field): string {
  const { t } = useLingui();
  const { min, max, format, pattern, max_size } = limitsOf(field);
  const formats = {
    email: t`An e-mail address`,
    url: t`A web address`,
    color: t`A colour such as #00aaff`,
    uuid: t`A UUID`,
  };
  const said: string[] = [];
  if (min !== undefined && max !== undefined) said.push(t`From ${min} to ${max}`);
  else if (min !== undefined) said.push(t`At least ${min}`);
  else if (max !== undefined) said.push(t`At most ${max}`);
  const hint = isColour(field) ? 'color' : format;
  if (hint !== undefined) said.push(formats[hint]);
  if (pattern !== undefined && hint !== 'color') said.push(t`Matches ${pattern}`);
  if (max_size !== undefined) said.push(t`At most ${max_size} bytes`);
  if (field.unique) said.push(t`Unique across all entries`);
  return said.join(' · ');
}
