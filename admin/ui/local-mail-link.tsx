import { Text } from '@chakra-ui/react';
import { adminPaths } from '@frontage/model/paths';
import { useFirebase } from '../lib/firebase.tsx';
import { TextLink } from './links.tsx';

/** A link to the local mailbox, because a local project sends no email. Renders nothing on a hosted project. */
export function LocalMailLink() {
  const { config } = useFirebase();
  if (!config.emulators) return null;
  return (
    <Text textStyle="sm">
      This is a local project: <TextLink to={adminPaths.localMail}>its mail is here</TextLink>.
    </Text>
  );
}
