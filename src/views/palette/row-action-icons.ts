import Clock from '@lucide/svelte/icons/clock';
import Copy from '@lucide/svelte/icons/copy';
import Download from '@lucide/svelte/icons/download';
import GitCompare from '@lucide/svelte/icons/git-compare';
import Hash from '@lucide/svelte/icons/hash';
import Info from '@lucide/svelte/icons/info';
import ListFilter from '@lucide/svelte/icons/list-filter';
import PanelRight from '@lucide/svelte/icons/panel-right';
import Pencil from '@lucide/svelte/icons/pencil';
import Signature from '@lucide/svelte/icons/signature';
import Star from '@lucide/svelte/icons/star';
import Tag from '@lucide/svelte/icons/tag';
import X from '@lucide/svelte/icons/x';

/** The icons of what can be done with files, in their menus and in the palette, by the id of the action. */
export const rowActionIcons: Readonly<Record<string, typeof Copy>> = {
  inspect: PanelRight,
  rename: Pencil,
  editMetadata: Tag,
  star: Star,
  copyCid: Copy,
  filterGroup: ListFilter,
  filterAlike: ListFilter,
  lookUpRow: Hash,
  explain: Info,
  itsChange: GitCompare,
  history: Clock,
  fetchSignature: Signature,
  fetchSelected: Signature,
  exportSelected: Download,
  clearSelection: X,
};
