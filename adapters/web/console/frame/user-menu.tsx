// Menu with the account, the colours and the language of the signed-in operator.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ChevronDown, CircleUserRound } from 'lucide-react';
import type { ReactElement } from 'react';
import { Button, Header, Menu, MenuItem, MenuSection, MenuTrigger, Popover, Separator } from 'react-aria-components';
import { useLocation } from 'wouter';
import { languages } from '../../messages/i18n.js';
import { chooseLanguage, chosenLanguage } from '../../messages/language.js';
import type { SessionOperator } from '../api/contract.js';
import { rolesInWords } from '../operators/roles.js';
import { setColourScheme, useColourScheme } from './colour-scheme.js';

interface Choice {
  readonly id: string;
  readonly label: string;
}

interface ChoiceProps {
  readonly title: string;
  readonly choices: readonly Choice[];
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
}

/** A part of the menu of which one item is chosen. */
const ChoiceItems = ({ title, choices, chosen, onChoose }: ChoiceProps): ReactElement => (
  <MenuSection
    selectionMode="single"
    disallowEmptySelection
    selectedKeys={[chosen]}
    onSelectionChange={(keys) => {
      const next = choices.find(({ id }) => keys === 'all' || keys.has(id));
      if (next) onChoose(next.id);
    }}
  >
    <Header>{title}</Header>
    {choices.map(({ id, label }) => (
      <MenuItem key={id} id={id} className="menu-item">
        {label}
      </MenuItem>
    ))}
  </MenuSection>
);

const schemes: readonly Choice[] = [
  { id: 'auto', label: t`Automatic` },
  { id: 'light', label: t`Light` },
  { id: 'dark', label: t`Dark` },
];

const followBrowser = 'browser';

/** Each language is named in itself. */
const languageChoices: readonly Choice[] = [
  { id: followBrowser, label: t`That of the browser` },
  ...languages.map((id) => ({ id, label: new Intl.DisplayNames(id, { type: 'language' }).of(id) ?? id })),
];

interface UserMenuProps {
  readonly operator: SessionOperator;
  readonly onSignOut: () => void;
}

/** Menu at the end of the navigation bar. */
export const UserMenu = ({ operator, onSignOut }: UserMenuProps): ReactElement => {
  const [, navigate] = useLocation();
  const role = rolesInWords(operator);
  return (
    <MenuTrigger>
      <Button className="button quiet user" aria-label={`${operator.username}, ${role}`}>
        <CircleUserRound size={20} aria-hidden />
        <span className="user-name">{operator.username}</span>
        <ChevronDown size={14} aria-hidden />
      </Button>
      <Popover className="popover" placement="bottom end">
        <Menu className="menu">
          <MenuSection>
            <Header>
              {operator.username} · {role}
            </Header>
            <MenuItem
              className="menu-item"
              onAction={() => {
                navigate('/account');
              }}
            >
              <Trans>Your account</Trans>
            </MenuItem>
            <MenuItem className="menu-item" onAction={onSignOut}>
              <Trans>Sign out</Trans>
            </MenuItem>
          </MenuSection>
          <Separator className="separator" />
          <ChoiceItems title={t`Colours`} choices={schemes} chosen={useColourScheme()} onChoose={setColourScheme} />
          <Separator className="separator" />
          <ChoiceItems
            title={t`Language`}
            choices={languageChoices}
            chosen={chosenLanguage() ?? followBrowser}
            onChoose={(language) => {
              chooseLanguage(language === followBrowser ? null : language);
              location.reload();
            }}
          />
        </Menu>
      </Popover>
    </MenuTrigger>
  );
};
