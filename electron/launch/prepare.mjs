import { ensureInstalled } from './install.mjs';
import { findNode, mayHaveNode, noNodeText } from './node.mjs';

/**
 * Prepares any command: installs the packages, and finds a Node that can run them.
 *
 * @returns {Promise<string>} the Node; the process ends when there is none
 */
export async function prepare() {
  // A machine without a Node for it is told so before anything is downloaded.
  if (mayHaveNode() && !(await ensureInstalled())) process.exit(1);
  const node = findNode();
  if (node !== null) return node;
  process.stderr.write(`${noNodeText}\n`);
  process.exit(1);
}
