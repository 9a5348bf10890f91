/** What the account was charged: invoices with the way to pay them, and orders that were confirmed without payment. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, bodyOf } from '../../../api/client.ts';
import { Problem } from '../../../frame/problem.tsx';
import { useAttempt } from '../../../frame/use-attempt.ts';
import { usePermission } from '../../../frame/use-place.ts';
import { Anchor, Button, EmptyState, Group, Section, Table } from '../../../ui/index.ts';
import type { CsvColumn } from '../list/csv.ts';
import { ExportButton } from '../list/export-button.tsx';
import { PagedTable } from '../list/paged-table.tsx';
import { usePagedList } from '../list/use-paged-list.ts';
import { NeedsRole } from '../page/needs-role.tsx';
import { type Invoice, plansQuery, type Subscription } from './billing-queries.ts';
import { CENTS, moneyWords } from './plan-words.ts';

/** Rows at first: those of a year and a half, if each month has one. */
const ROWS = 18;
/** Of what is pressed, in pixels. */
const TARGET_MIN = 24;
const PATH = `/billing/invoices?limit=${ROWS}`;

export function Invoices({ subscription }: { readonly subscription: Subscription }): ReactNode {
  const { t } = useLingui();
  if (usePermission('billing.manage')) return <InvoiceList isPaying={subscription.paid_at === 'stripe'} />;
  return (
    <Section title={t`Invoices`}>
      <NeedsRole permission="billing.manage" />
    </Section>
  );
}

/** @param isPaying whether the account pays for its plan at Stripe, whose invoices may not be there yet */
function InvoiceList({ isPaying }: { readonly isPaying: boolean }): ReactNode {
  const { t } = useLingui();
  const list = usePagedList<Invoice>(['billing', 'invoices'], PATH);
  const [cells, columns] = [useCells(), useColumns()];
  const hasAny = list.total > 0;
  const hasDetails = isPaying || list.items?.some(({ kind }) => kind === 'invoice') === true;
  return (
    <Section
      title={t`Invoices`}
      about={
        hasDetails && (
          <Trans>Stripe keeps the invoices. Card, billing address and receipts are under “Payment details”.</Trans>
        )
      }
      actions={
        <Group gap="xs">
          {hasDetails && <PaymentDetails />}
          {hasAny && <ExportButton fileName="invoices" path={PATH} columns={columns} />}
        </Group>
      }
    >
      <PagedTable
        list={list}
        headings={cells.map(({ heading }) => heading)}
        hasActions
        row={(invoice) => <InvoiceRow key={invoice.id} invoice={invoice} />}
        empty={<EmptyState title={t`No invoices yet`} detail={t`They appear here once a plan is paid or confirmed.`} />}
      />
    </Section>
  );
}

/** Opens the page of Stripe, which leads back here. */
function PaymentDetails(): ReactNode {
  const { problem, busy, run } = useAttempt();
  const open = () =>
    run(async () => {
      const body = { return_url: `${location.origin}${location.pathname}` };
      const { portal_url: page } = await bodyOf(api.POST('/billing/portal', { body }));
      location.assign(page);
    });
  return (
    <>
      <Problem error={problem} />
      <Button variant="default" size="xs" loading={busy} onClick={() => void open()}>
        <Trans>Payment details</Trans>
      </Button>
    </>
  );
}

function InvoiceRow({ invoice }: { readonly invoice: Invoice }): ReactNode {
  const { t } = useLingui();
  const cells = useCells();
  const { number, status, url, pdf_url: pdf } = invoice;
  const name = number ?? '';
  return (
    <Table.Tr>
      {cells.map(({ heading, words }) => (
        <Table.Td key={heading}>{words(invoice)}</Table.Td>
      ))}
      <Table.Td>
        <Group gap="sm" wrap="nowrap" justify="flex-end">
          {url !== null && (
            <OutLink href={url} label={status === 'open' ? t`Pay invoice ${name}` : t`Open invoice ${name}`}>
              {status === 'open' ? t`Pay` : t`Open`}
            </OutLink>
          )}
          {pdf !== null && (
            <OutLink href={pdf} label={t`PDF of invoice ${name}`}>
              {t`PDF`}
            </OutLink>
          )}
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

interface OutLinkProperties {
  readonly href: string;
  /** Its name where the row is not seen; it begins with the words of the link. */
  readonly label: string;
  readonly children: ReactNode;
}

/** Leads to Stripe, which is no part of Studio. */
function OutLink({ href, label, children }: OutLinkProperties): ReactNode {
  return (
    <Anchor
      href={href}
      target="_blank"
      rel="noreferrer"
      size="sm"
      underline="always"
      aria-label={label}
      display="inline-block"
      miw={TARGET_MIN}
      py={2}
      ta="end"
    >
      {children}
    </Anchor>
  );
}

/** What the list shows of an invoice, in words. */
function useCells(): readonly { readonly heading: string; readonly words: (invoice: Invoice) => string }[] {
  const { t, i18n } = useLingui();
  const statuses = useStatusWords();
  const plans = useSuspenseQuery(plansQuery).data;
  const days = new Intl.DateTimeFormat(i18n.locale, { dateStyle: 'medium' });
  const nameOf = (id: string | null) => plans.find((plan) => plan.id === id)?.name ?? id ?? '';
  return [
    { heading: t`Date`, words: ({ created_at: at }) => days.format(Date.parse(at)) },
    { heading: t`Invoice`, words: ({ number, plan }) => number ?? t`Order of ${nameOf(plan)}` },
    { heading: t`Amount`, words: ({ amount, currency }) => moneyWords(amount, currency, i18n.locale) },
    { heading: t`Status`, words: ({ status }) => statuses[status] },
  ];
}

/** The same for a file: as the API has it. */
function useColumns(): readonly CsvColumn<Invoice>[] {
  const { t } = useLingui();
  return [
    { heading: t`Date`, value: ({ created_at: at }) => at },
    { heading: t`Invoice`, value: ({ number }) => number },
    { heading: t`Plan`, value: ({ plan }) => plan },
    { heading: t`Amount`, value: ({ amount }) => amount / CENTS },
    { heading: t`Currency`, value: ({ currency }) => currency },
    { heading: t`Status`, value: ({ status }) => status },
    { heading: t`PDF`, value: ({ pdf_url: pdf }) => pdf },
  ];
}

function useStatusWords(): Readonly<Record<Invoice['status'], string>> {
  const { t } = useLingui();
  return {
    open: t({ message: 'To be paid', comment: 'Status of an invoice' }),
    paid: t({ message: 'Paid', comment: 'Status of an invoice' }),
    uncollectible: t({
      message: 'Written off',
      comment: 'Status of an invoice that is not expected to be paid any more',
    }),
    void: t({ message: 'Canceled', comment: 'Status of an invoice' }),
    confirmed: t({ message: 'Confirmed without payment', comment: 'Status of an order' }),
  };
}
