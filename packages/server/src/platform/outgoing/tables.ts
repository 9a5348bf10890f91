/** The tables of outgoing mail. */
import { bytes, integer, orNull, type RowOf, type RowsOf, text } from '../database/columns.ts';

export const tables = {
  /** Mail that has to be sent. */
  mails: {
    id: text,
    /** What the mail is about, such as an invitation: withdrawn with it. */
    about: orNull(text),
    /** The mail as encrypted JSON. */
    sealed: bytes,
    attempts: integer,
    next_attempt_at: integer,
    created_at: integer,
  },
};

export type MailRow = RowOf<typeof tables.mails>;

declare module '../database/columns.ts' {
  interface Tables extends RowsOf<typeof tables> {}
}
