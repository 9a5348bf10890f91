/** The link of a row that opens its thing beside the list. */
import type { ReactNode } from 'react';
import { LinkAnchor } from '../../../ui/index.ts';
import { OPENED } from './opened.ts';

interface OpenLinkProperties {
  readonly id: string;
  /** The parameter of the address that names it, where that is not the one of a page's own list. */
  readonly parameter?: string;
  readonly children: ReactNode;
}

export function OpenLink({ id, parameter = OPENED, children }: OpenLinkProperties): ReactNode {
  return (
    <LinkAnchor to="." search={(before: object) => ({ ...before, [parameter]: id }) as never} size="sm" dir="auto">
      {children}
    </LinkAnchor>
  );
}
