// What the text editor itself says, in the language of the page: its search, and its marks beside the lines.
import { EditorState, type Extension } from '@codemirror/state';
import { t } from '@lingui/core/macro';

/** By the words of the editor. */
const phrases = {
  Find: t`Find`,
  Replace: t`Replace`,
  next: t`next`,
  previous: t`previous`,
  all: t`all`,
  'match case': t`match case`,
  'by word': t`by word`,
  regexp: t`regexp`,
  replace: t({ message: 'replace', context: 'search' }),
  'replace all': t`replace all`,
  close: t`close`,
  'current match': t`current match`,
  'on line': t`on line`,
  'replaced match on line $': t`replaced match on line $`,
  'replaced $ matches': t`replaced $ matches`,
  'Go to line': t`Go to line`,
  go: t`go`,
  'Fold line': t`Fold line`,
  'Unfold line': t`Unfold line`,
  'folded code': t`folded code`,
  unfold: t`unfold`,
  Completions: t`Completions`,
  Diagnostics: t`Diagnostics`,
  'No diagnostics': t`No diagnostics`,
  'Selection deleted': t`Selection deleted`,
  'Control character': t`Control character`,
};

export const editorPhrases: Extension = EditorState.phrases.of(phrases);
