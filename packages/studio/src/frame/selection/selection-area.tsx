/**
 * A list with the bar of its selection, which floats at the bottom of it: nothing moves when something is selected. Escape
 * selects nothing, wherever the focus is in it.
 */
import { useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { CloseIcon } from '../../ui/icons.ts';
import { ActionIcon } from '../../ui/index.ts';
import styles from './selection.module.css';
import type { Selection } from './use-selection.ts';

/** Pixels that a list leaves below its last item while some are selected, so that the bar hides none. */
export const BAR_ROOM = 112;

interface SelectionAreaProperties {
  readonly selection: Selection;
  /** What was just done with the selection, in words; '' for nothing. */
  readonly told: string;
  readonly forget: () => void;
  /** The bar, given what ends the selection and brings the focus back into the list. */
  readonly bar: (clear: () => void) => ReactNode;
  /** The list, in which one element that has the focus or gets it next is marked by `tabindex="0"`. */
  readonly children: ReactNode;
}

export function SelectionArea({ selection, told, forget, bar, children }: SelectionAreaProperties): ReactNode {
  const { t } = useLingui();
  const area = useRef<HTMLDivElement>(null);
  const { selected, select } = selection;
  const clear = () => {
    select(new Set());
    area.current?.querySelector<HTMLElement>('[data-item][tabindex="0"]')?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    // A dialog of the bar is inside of it for React alone.
    if (event.key !== 'Escape' || selected.size === 0 || !event.currentTarget.contains(event.target as Node)) return;
    event.preventDefault();
    clear();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the bar has a button for the same
    <div ref={area} className={styles.area} onKeyDown={onKeyDown} data-selecting={selected.size > 0 || undefined}>
      {children}
      <div className={styles.floating}>
        <div>
          <div role="status">
            {told !== '' && (
              <div className={styles.told}>
                {told}
                <ActionIcon size="sm" aria-label={t`Close`} onClick={forget}>
                  <CloseIcon size={14} aria-hidden />
                </ActionIcon>
              </div>
            )}
          </div>
          {selected.size > 0 && bar(clear)}
        </div>
      </div>
    </div>
  );
}
