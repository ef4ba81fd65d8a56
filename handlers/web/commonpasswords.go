package web

import (
	"slices"
	"strings"
)

// commonPasswords are passwords of sufficient length that attackers try first. isPattern finds repetitions and
// sequences without a list.
const commonPasswords = `
access14 administrator amsterdam asdf1234 asdfghjk asdfghjkl asdfghjkl; azertyui azertyuiop
babygirl babygirl1 barcelona baseball baseball1 basketball beautiful bismillah blink182 bonjour1 bonjour123 bordeaux
butterfly butterfly1 caroline carolina changeit changeme changeme1 changeme123 charlie1 chelsea1 cheese123 chocolate chocolate1
christian christine cocacola computer computer1 contraseña contrasena corvette creative crystal1
danielle david123 diamond1 dolphins dragon12 dragon123 einstein elephant elizabeth estrella
facebook facebook1 fernando ferrari1 firebird flower123 football football1 forever1 formula1 freedom1 friends1
gateway1 gabriel1 gabriela garfield geheim123 george12 gfhjkmrf goodluck greenday guillermo guitar123
hallo123 hannah12 hardcore hello123 hello1234 hellohello hercules hexclub1 hexclub123 hongkong hunter12
iloveyou iloveyou1 iloveyou2 iloveyou! iloveyou123 internet internet1 isabella
jasmine1 jennifer jennifer1 jesus123 jessica1 jonathan jordan23 jordan123 juventus
karolina killer123 kimberly kristina
letmein1 letmein! letmein123 liverpool liverpool1 london123 loulou123 loveyou1 love1234 loveme123
manchester manunited marie123 marina12 marlboro marseille martin12 master12 master123 matthew1 maverick melissa1 mercedes
metallica metallic michael1 michelle michelle1 microsoft midnight minecraft minecraft1 monkey12 monkey123 montreal motdepasse motdepasse1 mustang1
napoleon nicholas nicolas1 nintendo nirvana1 nothing1 november
octopus1 p@ssw0rd p@ssword pa$$w0rd pa55word pakistan panasonic parola123 pass1234 pass12345 pass123456 passport passw0rd passw0rd1
password password! password. password0 password01 password1 password1! password11 password12 password123 password123! password1234 password2 password3 password7 password9
patricia patrick1 pepper12 picasso1 pikachu1 playstation pokemon1 pokemon123 portugal precious princess princess1 princess12 princess123
q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 qazwsx12 qazwsx123 qazwsxedc qazxsw21 qwe12345 qweasdzxc qweqwe123 qwer1234 qwerasdf
qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty123456 qwerty1! qwertyui qwertyuiop qwertyuiop1 qwertz123 qwertzui qwertzuiop
rainbow1 rangers1 rasputin realmadrid rebecca1 remember remember1 richard1 robert12 rockstar rosebud1 rush2112
samantha samsung1 samsung123 sandrine santiago sebastian secret12 secret123 september sergey12 shadow12 shadow123 shannon1 showtime
slipknot snickers snowball soccer12 soleil123 somebody something spartak1 spiderman spongebob starcraft starwars starwars1 steelers
stephanie startrek summer12 summer123 sunshine sunshine1 sunshine123 superman superman1 superman123 superstar swordfish
tajmahal tennis123 teresa12 test1234 test12345 testing1 testing123 thailand thunder1 thunderbird tigger12 tinkerbell trustno1 trustnoone
undertaker unicorn1 valentina valentine vanessa1 veronica victoria victoria1 virginia volleyball
welcome1 welcome12 welcome123 welcome1! westside whatever whatever1 william1 winston1 winter12 woaini1314 woaini520
xxxxxxxx1 yamaha12 yankees1 yellow12 zaq12wsx zaq1xsw2 zxcvbnm1 zxcvbnm123 zxcvbnm, zxcvbnmm
1029384756 0987654321 1234567890 1234567a 12345678a 123456789a 123456789q 1234qwer 123456abc 123abc123 123qwe123 123qweasd 123qweasdzxc
11223344 1122334455 112233445566 11112222 12341234a 123123123a 123321123 12344321 1234554321 12345qwert 123454321 147258369 1472583690 147852369 159357159
159753456 1a2b3c4d 1a2b3c4d5e 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1q2w3e4r! 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 19841984a 741852963 789456123 7894561230 963852741 987654321a
a1234567 a12345678 a123456789 a1b2c3d4 a1b2c3d4e5 aa123456 aa12345678 abc12345 abc123456 abcd1234 abcd12345 abcde123 admin123 admin1234 admin12345 administrador adminadmin1 root1234 user1234 guest123
dubsmash gfhjkm123 rkskekfk rhrnak12 qlalfqjsgh tkfkdgo1 dkssudgktpdy`

// isCommon reports whether a password is a common one.
func isCommon(password string) bool {
	password = strings.ToLower(password)
	return isPattern(password) || slices.Contains(strings.Fields(commonPasswords), password)
}

// isPattern reports whether a password only repeats a few characters, such as "abcabcab", or is a sequence, such
// as "12345678" and "hgfedcba".
func isPattern(password string) bool {
	letters := []rune(password)
	for n := 1; n <= 4; n++ {
		if repeats(letters, n) {
			return true
		}
	}
	return runs(letters, 1) || runs(letters, -1)
}

// repeats reports whether a text only repeats its first n characters.
func repeats(text []rune, n int) bool {
	return len(text) > n && slices.Equal(text[n:], text[:len(text)-n])
}

// runs reports whether each character of a text has this distance from the previous one.
func runs(text []rune, by rune) bool {
	for i := 1; i < len(text); i++ {
		if text[i] != text[i-1]+by {
			return false
		}
	}
	return true
}
