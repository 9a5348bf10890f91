/** What both pickers are given. */
import type { ValueModel } from '../field-type.ts';
import type { LinkValue } from './link-value.ts';

export interface PickerProperties {
  /** The field that the link is for, which says what may be chosen. */
  readonly field: ValueModel;
  /** Whether the picker stays open, so that several can be picked one after the other. */
  readonly several: boolean;
  /** Ids of what is linked to already. */
  readonly picked?: ReadonlySet<string>;
  onPick(link: LinkValue): void;
  onClose(): void;
}
