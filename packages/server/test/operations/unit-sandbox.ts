/**
 * Simulates what systemd does with `docs/operations/lectern.service`: mounts of its own with everything read-only except the paths
 * that the unit names, another user without privileges, and sockets only of the allowed families. It needs root on Linux, and only
 * programs from util-linux and perl-base, which every Debian has.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../../../testing/src/temporary-folder.ts';

const PROJECT = fileURLToPath(new URL('../../../../', import.meta.url));
/** Of the user `lectern` in there. */
export const USER_ID = 64_311;
const FAMILIES: Readonly<Record<string, number>> = { AF_UNIX: 1, AF_INET: 2, AF_INET6: 10, AF_NETLINK: 16 };
const SANDBOX_FAILED = 97;

/**
 * Mounts, as root: ProtectSystem=strict, ProtectHome, PrivateTmp, PrivateDevices, ProtectKernelTunables, StateDirectory and
 * ReadWritePaths. Then it becomes the words behind its own.
 */
const MOUNTS = `
project=$1 state=$2 backups=$3 settings=$4 writable=$5
shift 5
mount -t tmpfs none /mnt
mkdir /mnt/app /mnt/state /mnt/backups /mnt/etc /mnt/dev
mount --bind "$project" /mnt/app
mount --bind "$state" /mnt/state
mount --bind "$backups" /mnt/backups
cp -a /etc/. /mnt/etc/
cp "$settings" /mnt/etc/lectern.env
printf 'lectern:x:%s:%s::/:/usr/sbin/nologin\\n' ${USER_ID} ${USER_ID} >> /mnt/etc/passwd
printf 'lectern:x:%s:\\n' ${USER_ID} >> /mnt/etc/group
for device in null zero full random urandom; do : > "/mnt/dev/$device"; mount --bind "/dev/$device" "/mnt/dev/$device"; done
for place in /opt /var /home /root; do [ ! -d "$place" ] || mount -t tmpfs none "$place"; done
mkdir -p /opt/lectern /var/lib/lectern /var/backups/lectern /var/tmp
mount --bind /mnt/app /opt/lectern
mount --bind /mnt/state /var/lib/lectern
mount --bind /mnt/backups /var/backups/lectern
mount --bind /mnt/etc /etc
mount --rbind /mnt/dev /dev
mount -t tmpfs -o mode=1777 none /tmp
mount --bind /proc/sys /proc/sys
mount -o remount,bind,ro /proc/sys
while read -r _ _ _ _ place _; do
  case " /tmp /var/lib/lectern $writable " in *" $place "*) continue ;; esac
  case "$place" in /proc*|/dev*|/mnt*) continue ;; esac
  mount -o remount,bind,ro "$(printf '%b' "$place")" 2>/dev/null || true
done < /proc/self/mountinfo
for place in / /usr /etc /opt/lectern /var; do
  if touch "$place/.probe" 2>/dev/null; then echo "$place can be written" >&2; exit ${SANDBOX_FAILED}; fi
done
umask 0077
cd /opt/lectern
exec "$@"
`;

/** Refuses sockets of other families with EAFNOSUPPORT, as RestrictAddressFamilies does; then it becomes the other words. */
const FAMILIES_ONLY = `
my @families = split /,/, shift @ARGV;
my ($machine) = (POSIX::uname())[4];
my %calls = (x86_64 => [0xC000003E, 41, 157], aarch64 => [0xC00000B7, 198, 167]);
my ($arch, $socket, $prctl) = @{$calls{$machine} or die "unknown machine $machine"};
my ($allow, $refuse) = (0x7fff0000, 0x00050000 | 97);
my $step = sub { pack 'SCCL', @_ };
my $count = @families;
my $filter = join '',
  $step->(0x20, 0, 0, 4), $step->(0x15, 1, 0, $arch), $step->(0x06, 0, 0, $allow),
  $step->(0x20, 0, 0, 0), $step->(0x15, 1, 0, $socket), $step->(0x06, 0, 0, $allow),
  $step->(0x20, 0, 0, 16),
  (map { $step->(0x15, $count - $_, 0, $families[$_]) } 0 .. $count - 1),
  $step->(0x06, 0, 0, $refuse), $step->(0x06, 0, 0, $allow);
my $program = pack 'Sx6P', length($filter) / 8, $filter;
syscall($prctl, 22, 2, $program) == 0 or die "no filter: $!";
exec @ARGV or die "no program: $!";
`;

/** A place in which the unit runs. */
export interface UnitPlace {
  /** What the service sees as `/var/lib/lectern`. */
  readonly state: string;
  /** What it sees as `/var/backups/lectern`. */
  readonly backups: string;
  /** What it sees as `/etc/lectern.env`. */
  readonly settings: Readonly<Record<string, string>>;
  /** Paths of ReadWritePaths. */
  readonly writable: readonly string[];
}

/** Folders that belong to the user of the unit. */
export function unitPlace(settings: Readonly<Record<string, string>>, writable: readonly string[]): UnitPlace {
  const [state, backups] = [temporaryFolder('unit-state'), temporaryFolder('unit-backups')];
  for (const folder of [state, backups]) {
    chownSync(folder, USER_ID, USER_ID);
    chmodSync(folder, 0o700);
  }
  return { state, backups, settings, writable };
}

/** The words that run others in the place, as root. */
export function inPlace(
  { state, backups, settings, writable }: UnitPlace,
  words: readonly string[],
): [string, ...string[]] {
  const file = join(temporaryFolder('unit-settings'), 'lectern.env');
  writeFileSync(
    file,
    Object.entries(settings)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  );
  const mounts = [PROJECT, state, backups, file, writable.join(' ')];
  return ['unshare', '--mount', '--propagation', 'private', 'sh', '-euc', MOUNTS, 'sh', ...mounts, ...words];
}

/** Those that run others as the unit does: as a user without privileges, with sockets of these families alone. */
export function asService(
  place: UnitPlace,
  words: readonly string[],
  { families, user = USER_ID }: { readonly families: readonly string[]; readonly user?: number },
): [string, ...string[]] {
  const numbers = families.map((family) => {
    const number = FAMILIES[family];
    if (number === undefined) throw new Error(`${family} needs its number in unit-sandbox.ts.`);
    return number;
  });
  const ids = ['--reuid', String(user), '--regid', String(user), '--clear-groups'];
  const privileges = ['--no-new-privs', '--bounding-set=-all', '--inh-caps=-all'];
  const filter = ['perl', '-MPOSIX', '-e', FAMILIES_ONLY, numbers.join(',')];
  return inPlace(place, ['setpriv', ...ids, ...privileges, ...filter, ...words]);
}

/** Why the unit cannot be tried here, to skip it visibly; false where it can. */
export function whyNoSandbox(): string | false {
  if (process.platform !== 'linux') return 'the unit is for Linux';
  if (process.getuid?.() !== 0) return 'needs root, to mount and to become another user';
  const words = asService(unitPlace({}, []), ['/opt/lectern/node_modules/.bin/node', '--version'], {
    families: ['AF_UNIX'],
  });
  const { status, stderr, error } = spawnSync(words[0], words.slice(1), { encoding: 'utf8' });
  return status === 0 ? false : `needs mounts, setpriv and perl: ${error?.message ?? stderr.trim()}`;
}
