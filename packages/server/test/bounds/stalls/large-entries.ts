/** Attacks by a few large entries, many changes and many concurrent responses, and their effect on others. */
import { readFileSync } from 'node:fs';
import { type Bystander, type BystanderReport, startBystander } from './bystander.ts';
import { type ByteAttack, type ByteSizes, type LargeTenant, makeLargeTenant } from './byte-attacks.ts';

/** The outcome of an attack. */
export interface AttackResult {
  /** Statuses of its responses, each once. */
  readonly statuses: readonly number[];
  /** The other tenant's longest wait for each kind of request. */
  readonly waitsMs: BystanderReport['longestMs'];
  /** Responses to the other tenant other than 2xx. */
  readonly failures: readonly string[];
  /** Growth of the process's memory by the attack. */
  readonly grownBytes: number;
}

/** A service in a process of its own. */
interface Besieged {
  readonly url: string;
  readonly pid: number;
}

/** A service with a tenant that attacks, and another tenant. */
export interface LargeSiege {
  attack(attack: ByteAttack): Promise<AttackResult>;
  end(): Promise<void>;
}

/** Creates both tenants. Whoever calls it ends the siege. */
export async function besiege(service: Besieged, sizes: ByteSizes): Promise<LargeSiege> {
  const tenant: LargeTenant = await makeLargeTenant(service.url, sizes);
  const bystander: Bystander = await startBystander(service.url);
  return {
    attack: async (attack) => {
      await attack.prepare?.(tenant);
      const before = memoryOf(service.pid);
      bystander.reset();
      const responses = await attack.run(tenant);
      const { longestMs, failures } = await bystander.report();
      return {
        statuses: [...new Set(responses.map(({ status }) => status))],
        waitsMs: longestMs,
        failures,
        grownBytes: memoryOf(service.pid) - before,
      };
    },
    end: () => bystander.end(),
  };
}

/** Resident memory of a process, in bytes. */
function memoryOf(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1_024;
}
