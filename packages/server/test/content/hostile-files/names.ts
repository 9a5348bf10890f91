/** Names that want to be paths, headers, markup or devices. The file is harmless text in each. */
import { type HostileFile, kept, refused } from './hostile-file.ts';

const NAMES: Readonly<Record<string, string>> = {
  'name-climbs': '../../../etc/passwd',
  'name-climbs-windows': '..\\..\\windows\\win.ini',
  'name-absolute': '/etc/cron.d/evil',
  'name-drive': 'C:\\evil.png',
  'name-encoded': '%2e%2e%2f%2e%2e%2fevil.png',
  'name-dots': '..',
  'name-zero': 'evil.png\u0000.html',
  'name-device': 'CON',
  'name-hidden': '.htaccess',
  'name-markup': "x'><img src=x onerror=alert(1)>.png",
  'name-turned': 'photo\u202egnp.exe',
  'name-two-endings': 'photo.php.jpg',
  'name-script': 'photo.jpg;.html',
  'name-spaces': '   . . ',
  'name-query': 'a?b#c&d.png',
  'name-emoji': '🦊'.repeat(30),
};

export function names(): HostileFile[] {
  return Object.entries(NAMES).map(([title, name]) => ({
    title,
    name,
    type: 'text/plain',
    bytes: `I am ${title}.`,
    expected: name.includes('\u0000') ? refused('pattern') : kept('text/plain'),
  }));
}
