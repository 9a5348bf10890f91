/** The findings of `lectern audit verify`, as text for people and as JSON for programs. */
import type { Problem, ProblemKind, Verification } from '../../events/audit/sealing/verification.ts';
import { isoTime } from '../../platform/kit/clock.ts';

const sentences: Readonly<Record<ProblemKind, (problem: Problem) => string>> = {
  altered: (problem) => `${nameOf(problem)} was altered after it was written`,
  removed: (problem) => `${nameOf(problem)} was removed`,
  inserted: (problem) => `${nameOf(problem)} was inserted by someone other than Lectern`,
  forged: (problem) => `${nameOf(problem)} was altered or inserted by someone other than Lectern before it was sealed`,
  seal_altered: ({ seal }) => `link ${seal} of the chain was altered`,
  seal_removed: ({ seal }) => `link ${seal} of the chain was removed`,
  chain_altered: () => 'the record of where the chain begins and ends was altered or removed',
};

/** Whether no problem was found. */
export function isWhole({ problems }: Verification): boolean {
  return problems.length === 0;
}

/** Whether there is nothing to check. */
export function isEmpty({ chains, unsealed }: Verification): boolean {
  return chains.length === 0 && unsealed === 0;
}

export function verificationText(found: Verification, account: string | undefined): string {
  if (isEmpty(found) && isWhole(found)) return emptyText(account);
  const chains = found.chains.map(
    ({ accountId, records, links, pruned, head }) =>
      `${accountName(accountId)}: ${records} records in ${links} links, ${pruned} of the records pruned; head ${head}`,
  );
  const problems = found.problems.map((problem) => `${accountName(problem.accountId)}: ${sentenceOf(problem)}`);
  const verdict = isWhole(found) ? 'The audit is intact.' : 'The audit is not intact. First problems:';
  return [...chains, `${found.unsealed} records are not sealed yet.`, '', verdict, ...problems].join('\n');
}

/** The same for programs. */
export function verificationFacts(found: Verification): object {
  return {
    whole: isWhole(found) && !isEmpty(found),
    accounts: found.chains.map(({ accountId, ...chain }) => ({ account_id: accountId, ...chain })),
    unsealed: found.unsealed,
    problems: found.problems.map((problem) => ({
      kind: problem.kind,
      account_id: problem.accountId,
      record_id: problem.recordId,
      row: problem.row,
      link: problem.seal,
      sealed_at: isoTime(problem.sealedAt),
      message: sentenceOf(problem),
    })),
  };
}

function emptyText(account: string | undefined): string {
  return account === undefined
    ? 'There is no audit in this database; check LECTERN_DATA_DIR or LECTERN_DATABASE_URL.'
    : `There is no audit of ${account} in this database; check the id.`;
}

function sentenceOf(problem: Problem): string {
  const sealed = problem.sealedAt === null ? '' : ` (sealed at ${isoTime(problem.sealedAt)})`;
  return `${sentences[problem.kind](problem)}${sealed}`;
}

function nameOf({ recordId, row }: Problem): string {
  return recordId === null ? `journal row ${row}` : `record ${recordId} (journal row ${row})`;
}

/** Records without an account are maintenance of the installation. */
function accountName(accountId: string): string {
  return accountId === '' ? 'the installation' : accountId;
}
