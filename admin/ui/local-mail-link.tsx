import { Text } from '@chakra-ui/react';
import { adminPaths } from '@frontage/model/paths';
import { useFirebase } from '../lib/firebase.tsx';
import { TextLink } from './links.tsx';

/** On this machine no e-mail leaves it: where it is read instead. Nothing on a hosted project. */
export function LocalMailLink() {
  const { config } = useFirebase();
  if (!config.emulators) return null;
  return (
    <Text textStyle="sm">
      This is a local project: <TextLink to={adminPaths.localMail}>its mail is here</TextLink>.
    </Text>
  );
}
