/** The mails to a user. Links start with the configured URL of the service, never with one taken from a request. */
import type { Language } from '../../../platform/kit/language.ts';
import { type Mail, type MailWords, mailTo } from '../../../platform/outgoing/mail/mailer.ts';
import { dayInMail, timeInMail } from '../../../platform/outgoing/mail/time-in-mail.ts';

/** Whom a mail with a link goes to. */
export interface MailWithLink {
  readonly to: string;
  /** Where clients reach the service. */
  readonly serviceUrl: string;
  readonly token: string;
  readonly language: Language;
}

export function verificationMail({ to, serviceUrl, token, language }: MailWithLink): Mail {
  const url = `${serviceUrl}/verify-email?token=${token}`;
  const words: MailWords = {
    en: {
      subject: 'Verify your e-mail address',
      paragraphs: [
        'Someone, hopefully you, signed up to Lectern with this address. Verify it within three days.',
        'If it was not you, do not verify it: nobody can use Lectern in your name until the address is verified. To use Lectern yourself, choose “forgot password” where you log in.',
      ],
      link: { label: 'Verify the address', url },
    },
    de: {
      subject: 'Bestätigen Sie Ihre E-Mail-Adresse',
      paragraphs: [
        'Jemand, hoffentlich Sie, hat sich mit dieser Adresse bei Lectern registriert. Bestätigen Sie sie innerhalb von drei Tagen.',
        'Wenn Sie das nicht waren, bestätigen Sie nichts: Ohne Bestätigung kann niemand Lectern in Ihrem Namen verwenden. Möchten Sie Lectern selbst verwenden, wählen Sie bei der Anmeldung „Passwort vergessen“.',
      ],
      link: { label: 'Adresse bestätigen', url },
    },
  };
  return mailTo({ to, language }, words);
}

export function resetMail({ to, serviceUrl, token, language }: MailWithLink): Mail {
  const url = `${serviceUrl}/reset-password?token=${token}`;
  const words: MailWords = {
    en: {
      subject: 'Your new Lectern password',
      paragraphs: [
        'Someone, hopefully you, asked for a new password. Choose one within an hour.',
        'This ends all your sessions. If it was not you, do nothing: your password stays as it is.',
      ],
      link: { label: 'Choose a new password', url },
    },
    de: {
      subject: 'Ihr neues Passwort für Lectern',
      paragraphs: [
        'Jemand, hoffentlich Sie, hat ein neues Passwort angefordert. Legen Sie es innerhalb einer Stunde fest.',
        'Damit enden alle Ihre Sitzungen. Wenn Sie das nicht waren, müssen Sie nichts tun: Ihr Passwort bleibt, wie es ist.',
      ],
      link: { label: 'Neues Passwort festlegen', url },
    },
  };
  return mailTo({ to, language }, words);
}

/** Sent after a change of the password, whether by the old password or by a reset. */
export function passwordChangedMail(to: string, at: number, language: Language): Mail {
  const words: MailWords = {
    en: {
      subject: 'Your Lectern password was changed',
      paragraphs: [
        `Your password was changed on ${timeInMail(at)}, and all your sessions have ended.`,
        'If it was not you, request a new password at once, and tell the owner of your account.',
      ],
    },
    de: {
      subject: 'Ihr Passwort für Lectern wurde geändert',
      paragraphs: [
        `Ihr Passwort wurde am ${timeInMail(at, language)} geändert, und alle Ihre Sitzungen sind beendet.`,
        'Wenn Sie das nicht waren, fordern Sie sofort ein neues Passwort an, und informieren Sie den Inhaber Ihres Kontos.',
      ],
    },
  };
  return mailTo({ to, language }, words);
}

/** @param deletionAt when the user is deleted */
export function userDeletionMail(to: string, deletionAt: number, language: Language): Mail {
  const day = dayInMail(deletionAt, language);
  const words: MailWords = {
    en: {
      subject: `Your Lectern user will be deleted on ${day}`,
      paragraphs: [
        'You, or the operator of this installation, asked to delete your user.',
        `On ${day} it is deleted for good, with your memberships, sessions and personal data. What you wrote stays in the accounts that it belongs to.`,
        'To keep your user, log in before that day and choose “Keep my user” in your profile (POST /auth/me/restore).',
      ],
    },
    de: {
      subject: `Ihr Benutzer bei Lectern wird am ${day} gelöscht`,
      paragraphs: [
        'Sie oder der Betreiber dieser Installation haben darum gebeten, Ihren Benutzer zu löschen.',
        `Am ${day} wird er endgültig gelöscht, mit Ihren Mitgliedschaften, Sitzungen und persönlichen Daten. Was Sie geschrieben haben, bleibt in den Konten, zu denen es gehört.`,
        'Um Ihren Benutzer zu behalten, melden Sie sich vor diesem Tag an und wählen Sie in Ihrem Profil „Zugang behalten“ (POST /auth/me/restore).',
      ],
    },
  };
  return mailTo({ to, language }, words);
}
