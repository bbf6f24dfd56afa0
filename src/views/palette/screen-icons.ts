import Activity from '@lucide/svelte/icons/activity';
import ChartNoAxesColumn from '@lucide/svelte/icons/chart-no-axes-column';
import Files from '@lucide/svelte/icons/files';
import GitCompare from '@lucide/svelte/icons/git-compare';
import KeyRound from '@lucide/svelte/icons/key-round';
import Settings from '@lucide/svelte/icons/settings';
import Signature from '@lucide/svelte/icons/signature';

type Screen = 'library' | 'files' | 'keys' | 'signatures' | 'changes' | 'activity' | 'settings';

/** The icons of the screens, in the navigation and in the palette. */
export const screenIcons: Readonly<Record<Screen, typeof Files>> = {
  library: ChartNoAxesColumn,
  files: Files,
  keys: KeyRound,
  signatures: Signature,
  changes: GitCompare,
  activity: Activity,
  settings: Settings,
};
