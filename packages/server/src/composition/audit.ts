/** The audit: reads, seals and removes its records. */
import { Audit } from '../events/audit/audit.ts';
import { Retention } from '../events/audit/retention.ts';
import { sealGauges } from '../events/audit/sealing/seal-gauges.ts';
import { Sealer } from '../events/audit/sealing/sealer.ts';
import type { Gauge } from '../platform/http/metrics.ts';
import type { Foundation } from './foundation.ts';
import type { JournalParts } from './journal.ts';

export interface AuditParts {
  readonly audit: Audit;
  readonly sealer: Sealer;
  readonly retention: Retention;
  readonly gauges: readonly Gauge[];
}

export function composeAudit({ config, database, clock }: Foundation, { digests }: JournalParts): AuditParts {
  const parts = { database, digests, clock };
  return {
    audit: new Audit(parts),
    sealer: new Sealer(parts),
    retention: new Retention({ ...parts, keptDays: config.auditDays }),
    gauges: sealGauges(parts),
  };
}
