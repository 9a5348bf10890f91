/**
 * Words that common passwords are made of, sorted: data for `common-passwords.ts`. Each covers all its variants with
 * digits and signs around it, with other characters for letters, and doubled, so the list covers far more than it
 * contains.
 */

/** Lower case, separated by spaces. */
export const COMMON_WORDS = `
aaaa aaabbb aabbcc aaron abcabc abcd abcde abcdef abcdefg abcdefgh abcdefghi abcdefghij abigail abuela access
accessdenied account accountant accounts acdc acer achilles adam adidas admin adminadmin administrator admiral
adventure aerosmith airforce airplane airport ajax akatsuki akira alabama aladdin alan alaska albert alberto
alejandra alejandro alexander alexandra alexandre alexandria alexis alfonso alfredo alibaba alice alien aliens
aliexpress allah alone always alwaysandforever amanda amazing amazon amber amen america american americanidol among
amongus amor amorcito amore amorino amormio amsterdam anakin anastasia anchor andrea andreas andrei andrew android
angel angela angelbaby angelface angelica angelina angelito angelo angels angrybirds animal animals anime anna
annika anthony antoine anton antonia antonio anvil anybody anything apex apikey apikeys apollo apple applepie apples
april aquaman arabic aragorn arcade archer ariel arizona arkansas armando armani army arschloch arsenal arthur
arturo asdf asdfasdf asdfg asdfgh asdfghj asdfghjk asdfghjkl asdzxc ashley assassin assassins asshole assistant
asswipe asteroid astonvilla astroboy astros asus athena athens athletics athlon atlanta atlas atletico attorney audi
august auntie austin australia austria author autobots autumn avalanche avatar avengers awesome azerty azertyuiop
azsxdc babe baby babyblue babyboy babycakes babydoll babyface babygirl babylove babyphat backup bacon badass badboy
badboys badgirl bakugan ballet baltimore bambi banana bananas bandit bangkok banker barbara barbie barcelona barsik
bart bartek baseball basia basketball bassfish bassman bastard batgirl bathroom batista batman batmobile bayern bbbb
beach beachbum beagle bear bears beast beatles beautiful beauty bebe bebita beckham bedroom beer beethoven beijing
belgium believe bella benfica bengals benjamin bentley berlin bernd bernhard besiktas bestfriend bestfriends betty
beverly beyblade beyonce bible bieber bigben bigbird bigboy bigcock bigdaddy bigdick bigdog bigfoot biggie bigmac
bigman bigred billing billion bills billy biology bioshock birgit birthday bitch bitches bitcoin biteme bjorn black
blackberry blackbird blackcat blackhawk blackhawks blackhole blackie blackjack blackout blackpearl blacksabbath
blacky blah blahblah blanket blazers bleach blessed blessing blessings bling blingbling blink blizzard blockchain
blogger bloom blossom blowfish blowjob blue blueberry bluebird blueeyes bluejays bluemoon blues bluesky bluetooth
blur boat boats bobafett bobby bobmarley bobo boca bonita bonjour bonjovi booboo boobs boomboom bordeaux boris
boston boxing boyfriend brandon brasil braveheart braves brazil breakout brenda brewers brian bridge brigitte
britney britneyspears brittany broken brokenheart broker bronco broncos brooklyn brother brothers brown brownie
browns bruce bruins brussels bryan bucket budapest buddha buddy budlight budweiser buffalo bugsbunny bulgaria
bulldog bulldogs bullet bulls bullshit bulma bumblebee bunnies bunny burger burgerking burrito business buster
butter buttercup butterfly caballo cadbury cadillac caesar california callofduty camaro camelot campus canada
canadian canadiens candle candy candycrush candygirl candyman cannabis canucks canyon capitals captain
captainamerica cardinals carino carl carlita carlos carol carolina caroline carolyn carpet casanova cash cashmoney
casino castle catdog catfish catherine cats catwoman cccc cecilia celeron cell cellphone celtic celtics chair
chairman challenger champion champions chanel change changeit changeme changethis chargers charity charizard
charlene charles charlie charlotte chatting checkers cheerios cheese cheesecake cheetah chelsea chemistry cherries
cherry cheryl chess chester chevrolet chevy chewbacca chicago chicken chiefs chile china chinese chiquita chloe
chocolat chocolate chopin chouchou chris chrissy christ christian christina christine christoph christopher christy
chrysler chubby church ciao ciaobella cielo cincinnati cinderella cingular cisco claire clarence clashofclans
claudia claudio claus clayton cleopatra cleveland client clients clifford clinton cloud clown cobra cocacola cocaine
cocksucker coco coconut coffee coldplay colleen college colombia colonel colorado colts columbia comcast comedy
commander company compaq compass computer conejo connecticut connor consultant consulting content contentful
contrasena contraseña converse cookie cookies cool coolboy cooldude coolgirl coolio cooper copenhagen copper corazon
corey corinthians corona corvette cosmos costco cougar counterstrike courage courtney cousin cowboy cowboys cowgirl
craig crawfish crazy crazyboy crazygirl creature credential credentials creed cricket crimson cristian cristiano
cristina croatia crusader crypto crysis crystal cska cuba cubs cucciolo cupcake curtis customer cuteness cutie
cutiepie cycling cynthia daddy daisy dakota dallas damian damien dancer dancing daniel daniela daniele danielle
danny daredevil dark darkangel darkknight darklord darkness darkside darkstar darling darren darthvader darwin
database dave david davidson dawn deadpool dealer dean deathnote debbie debian deborah debra december default
deftones delaware delfin delhi dell demo demon denise denmark dennis dentist denver depechemode derek derrick desert
designer desiree desktop destiny detroit deutschland develop developer development devil devils devin diablo diamond
diamonds diana diane dickhead diego dieter dietmar digimon digital dimitri dinamo dinosaur dior director discord
discovery disney disneyland disneyworld divorced docker doctor dodge dodgers dodo dogecoin doggie doggy dogs dollar
dollars dolphin dolphins domain dominic dominik dominique domino dominos donald donaldduck donjuan donna dontforget
doom door doraemon doreen doris dorothy dortmund dota douchebag doudou douglas download dracula dragon dragonball
dragonfly dragons dragoon dream dreamcast dreamer dreaming dreams drpepper druid drummer drums drunk drupal dublin
ducati duck duckie ducky dumbass dumbledore dumbo dunkin dupa dustin dwayne dwight dylan eagle eagles earth ebay
eclipse ecuador eddie edgar edge edinburgh edison editor eduardo edward edwin eeyore egypt einstein ekaterina
eleanor electric electronic electronics elefante elena elijah elizabeth ellie elliot elliott elvis elvispresley
email emerald emily eminem emma emmanuel energy engineer engineering england english enrique enter enterprise entry
eric erica erik erika ernest ernesto ernst erotic espana esteban esther estrella estrellita eternal eternity ethan
ethel ethereum eugene evanescence evangelion evelyn everquest everton everybody everything excalibur expedition
explorer fabian facebook fairy fairytale faith falcon falcons fallout familia family fantastic fantasy farcry
farfalla farmville father fatty february federer federico felipe felix fenerbahce fernanda fernando ferrari
feyenoord ficken fifi fiftycent finalfantasy findingnemo finland fiona fire fireball firebird firefighter firefly
fireman firmware firstlove fisher fishing flamengo flames flash flashlight flight florence florian florida flower
flowers floyd flyers flying football footballer ford fordtruck forest forever foreverlove forget forgot forgotten
fortnite fortune forzainter forzamilan forzaroma foxes foxylady france frances francesca francesco francisco
francois frank frankenstein frankfurt franziska freak freaky freddy frederick freedom freeza freeze french friday
friedrich friend friends friendship friendster fritz frodo frogger frozen fucker fucking fuckit fuckme fuckoff
fuckthis fuckyou fuckyouall funny fussball futbol futbolista gabriel gabriela gabriele galatasaray galaxy galileo
gameboy gamecube gameover gamer gamers gaming gandalf gandhi ganesh gangsta gangster ganja garage garden garfield
gary gateway gatito gatorade gavin geheim general geneva geoffrey geography georg george georgia gerald geralt
gerhard german germany gerrard ghetto ghibli ghost ghosts giant giants gigi gilbert gina ginger giovanni girlfriend
github gitlab giuseppe glacier gladiator gladys glasgow glenn gloria glory gmail goblin godbless godblessme
godfather godisgood godislove godzilla gohan goku gold goldberg golden goldfish goldstar golf golfer golfing gonzalo
goodbye goodfellas goofy google goose gordon gordonfreeman gorgeous gospel grace gracie graham grandma grandpa
grandtheftauto grant great greatest greece green greenapple greenday greenlantern greentea gregory gretchen grey
gryffindor guapa guapo gucci guest guildwars guillermo guinness guitar guitarhero guitarist gundam gunner gunsnroses
gunther gustavo guten gutentag gwendolyn gwent hacker hackers hacking haha hahaha halflife hallelujah hallo
hallohallo halo hamburg hamlet hammer hannah hannahmontana hannes hans happiness happy happybirthday happyday
happyness harbor harbour hardcore hardware harley harleydavidson harold harriet harris harrison harry harrypotter
harvey haslo hawaii hawk hawks hayley hazel heart hearthstone hearts heat heather heaven heavenly heavymetal hector
hehe heidi heike heineken heinrich heinz helen helicopter hell hellfire hello hellokitty hellothere helloworld
hellsing helmut helpdesk helsinki henry hentai herbert hercules herman hermana hermano hermes hermione hermosa hero
heroes heroin hershey heslo hewlett highland highschool highschoolmusical hilton hinata hiphop history hitman hobbit
hockey hogwarts hokage hola holamundo holland holly holyspirit homer homersimpson honda honey honeybear honeybunny
hongkong honolulu honor honour hope hornets horse horses hosting hotdog hotgirl hotmail hotstuff hottie houston
howard hudson hulk hulkhogan hulu hummer hungary hunter hunting hurensohn husband huskies husky hustler iceland
ichigo ichliebedich idaho idiot idontknow idunno ignacio ihateyou ikea illinois ilovedad ilovegod iloveher ilovehim
ilovejesus iloveme ilovemom ilovemusic ilovemyfamily ilovemymom ilovemyself iloveu iloveyou iloveyouso iluvu
imissyou india indiana indians indonesia infinity ingrid inlove insane instagram intel inter internet intranet
inuyasha invoice iowa iphone iran iraq ireland irene irina ironmaiden ironman isaac isabel isabella isabelle islam
island islanders israel istanbul itachi italia italian italy ivan iverson jack jackass jackdaniels jackie jackpot
jackson jacksparrow jacob jacqueline jacques jade jaguar jaguars jaime jakarta jamaica james jamesbond jamie jana
janet janice january japan japanese jared jasmine jason javier jayden jayz jean jeanne jeannette jedi jedimaster
jeep jeff jeffrey jehovah jellyfish jenkins jenna jennifer jenny jens jeremiah jeremie jeremy jerome jerry jerusalem
jesse jessica jesus jesuschrist jesuslives jesussaves jetaime jets jill jimmy joan joanna joanne joaquin jochen
jodie joel joey johannes john johncena johnlennon johnny jojo joker jonas jonasbrothers jonathan jonathon joomla
jordan jordans jorge jose josefina joseph josephine joshua josie journey joyce juan juanita judith judy juergen
julia julian juliana julie juliet juliette julius july june jungle jupiter jurgen justice justin justinbieber
justine juventus kacper kaiser kaitlyn kaka kakashi kane kansas kanye karen karin karina karl kasia katarina kate
katelyn katharina katherine kathleen kathryn kathy katie katja katrina kawaii kawasaki kayla kayleigh keisha keith
kelley kelloggs kelly kelvin kendall kendra kenneth kenny kentucky kenya kerry kevin keyboard kiki killer killers
killme killyou kimberly king kingdom kingkong kirby kirsten kiska kiss kisses kissme kissmyass kitchen kitten
kittens kitty kittycat klaus knicks knight knights knowledge koala kobe kobebryant kocham kochamcie konig konoha
konstantin korea korn kotik krasavica krillin krishna krispykreme kristen kristin kristina kristy krystal kurt kurwa
kyle labrador ladder ladybug lakers lala lalala lamborghini lamp lampard lance lancelot laptop laracroft larry lars
lasvegas latoya laugh laura lauren lavender lawrence lawyer leafs leagueoflegends leah lebanon lebron lectern
ledzeppelin leeds legend legendary legends legolas lemon lemonade lenovo leon leonard leonardo leopard lesbian
leslie lester leticia letmein letmeinnow lewis liberty library lickme liebe lieutenant lighthouse lightning lights
lili lillian lily linda lindsay lindsey link linkedin linkinpark linux lion lionking lions lisa lisbon littlebit
littlegirl littleman littleone liverpool lkjhgfdsa lmao logan login logmein london lonely loquita lord
lordoftherings lorena lorenzo loretta lori losangeles loser losers lottery louis louise louisiana loulou loveable
lovebug loveforever loveless lovelife lovelove lovely loveme lover loverboy lovergirl lovers loveyou loyalty lozinka
lubov lucas lucia luciano lucifer lucille lucky lucy luffy luigi luis lukas luke lukeskywalker lulu luna luther
lydia lynn lyon lyubov macbeth macbook macintosh mackenzie madara madeline madison madonna madrid mafia mage magenta
maggie magic magical magneto mailbox mailman maine majinbuu major malaysia malcolm mama mamapapa manager manchester
mancity mandy manfred manga mango manhattan maniac manila manuel manuela manunited mapleleafs maradona marcela
marcelo march marcia marco marcos marcus marek margaret margarita maria marian mariana mariano marie marijuana
marilyn marilynmanson marina marine mariners marines marinka mario marion mariposa marissa marjorie mark marketing
markus marlene marley marlins married marriott mars marseille marshall martha martin martina marvin mary maryland
maserati mason massachusetts masseffect master masterchief mateo mateusz mathematics mathias matrix matt matthew
matthias mattress maureen maurice mauricio maverick maximilian maxine maxwell mazda mcdonalds meadow megadeth
megaman megan megatron meister melanie melbourne melinda melissa melody memphis mercedes mercury meredith merlin
mermaid message messenger messi metallica metrics metroid mets mexico miami miamor micasa michael michaeljackson
michaeljordan micheal michelle michigan mickey mickeymouse microsoft midnight miguel mike mikhail milan milano
mildred mileycyrus military milkyway million millionaire milton milwaukee mimi mindy minecraft minnesota minnie
miracle miranda mirror misery misiek mississippi missouri misty mitchell mitsubishi mivida mnbvcxz mobile modem
mohamed mohammad mohammed molly momdad mommy momo monamour monday money moneymaker moneyman mongodb monica monika
monique monitor monitoring monkey monkeyboy monkeyman monkeys monster monsters montana montreal moon moonbeam
moonlight moonshine morgan morocco moron morpheus morris morrowind moscow moses motdepasse mother motherfucker
motorcycle motorola mountain mountaindew mountains mouse mozart muffin muhammad mulan mumbai mummy muneca munich
murzik mushroom music musica musical musicman muslim mustang mybaby myboy mychemicalromance myfamily mygirl myhoney
mylife mylove mypassword myrtle mysecret myself myspace mysql mystery mystic mystical nachos nadal nadine nana nancy
naples napoleon napoli naruto nascar nashville nasty natalia natalie natalya natasha nathalie nathan naughty
navigator navy nebraska neil nelson nemo nene neptune netflix netherlands network nevada newcastle newjersey
newmexico newmoon newpassword newton newyork newyorkcity newzealand neymar nicholas nickjonas nicolas nicole nigeria
nike nikita niklas nikolai nina nini ninja ninjas nintendo nirvana nissan noah nobody noel nokia nono noodle noodles
nopassword nora norma norman norway nothing nounours november noway number numberone nurse nursing nutella nvidia
oasis oblivion ocean october office officer offline ogre ohio oilers oklahoma oksana oldpassword oleg olga olive
oliver olivia olivier onedirection onepiece online opensesame openup operator optimus oracle orange oranges orchid
oregon oreo orioles orkut orlando oscar oslo otaku othello ottawa otto outlaw outlook overwatch owen oxford pablo
packard packers pacman padawan paige pakistan palace paladin palermo palmeiras pamela panama panda pandas pantera
panther panthers paola papa papaya papi paradise paramount paris parker parol parola party partygirl pass passcode
passphrase passport passw passwd password passwort pathfinder patricia patricio patrick patriots paul pauline pavel
payment paypal peace peaceful peacelove peaches peanut pearl pedro pegasus peggy pele penelope penguin penguins
penis pennsylvania penny pentium pepper pepsi perfect perfection perrito perry peru peter peterpan petra phantom
pharaoh philadelphia philip philipp philippines phillies phillip phoebe phoenix phyllis physics piano picasso
piccolo pickle pickles pierre piglet pikachu pillow pilot pimp pimpin pimping pinball pincode pineapple pink
pinkfloyd pinkie pinklady pinkpanther pinky pinocchio pinterest piotr pipi pirate pirates pistons pitbull pittsburgh
pizza pizzahut planet platinum playa playboy player playgirl playstation pluto pocahontas poiuyt poiuytrewq pokemon
poker poland police polska ponies pontiac pony ponyo poodle poohbear poppy popstar porno pornstar porsche portal
portland porto portugal postgres postmaster potato power powerful powers prada prague prairie praise prayer preciosa
precious predator predators president preston pretty prettygirl priest prince princesa princesita princess printer
prinzessin priscilla private privatekey privet production programmer project projects psycho pubg publickey publish
publisher puma pumpkin punisher punkrock puppies puppy puppylove pupu purple purplerain pussy pussycat pusya puzzle
python qawsed qazwsx qazwsxedc qqqq quake queen queens quentin qweasd qweasdzxc qweqwe qwer qwerasdf qwerfdsa qwert
qwerty qwertyu qwertyui qwertyuio qwertyuiop qwertz qwertzui qwertzuiop rabbit racer rachel racing radeon radiohead
rafael raiders rain rainbow raindrop rainer ralf ralph rambo rammstein ramon ramona randall randy randyorton ranger
rangers rapper raptor raquel raul raven ravens rawiswar raymond realmadrid rebecca rebekah rebel rebels recover
recovery redbull reddit reddog redhat redhead redis redneck redred redrose redskins redsox redwings reebok reggae
regina reginald reinhard release remember renate renee renegade restore reymysterio rhonda ricardo rich richard
richie ricky rihanna riley riri river riverplate robert roberto robin roblox robotech robyn rockandroll rocket
rocketman rockets rocknroll rockon rockstar rocky rodney rodrigo rofl roger rogue roland rolex rolf rollingstones
rollsroyce romania rome romeo romeoandjuliet ronald ronaldinho ronaldo ronnie ronweasley rooney roosevelt root
rootbeer rosa rosalie rosario rose rosemary roses rosie rossiya rottweiler roulette router rover roxanne roxy royals
ruben ruby rudolf rugby runescape runner running russell russia russian rusty ruth ryan sabine sabres sabrina
sacramento sadie sadness safety sailing sailor sailormoon saints sairam sakura salasana sales salesman sally salut
salvador samantha sammy samson samsung samuel samurai sandbox sandiego sandra sandy sanfrancisco sanity santiago
santos sapphire sara sarah sascha sasuke satan saturday saturn sausage savannah savior saviour saxophone scanner
scarface scarlet scarlett schalke schatz schatzi scheisse schmetterling school schools science scooby scoobydoo
scorpio scorpion scotland scott screwdriver seahawks sean seattle sebastian secret secretary secretkey secure
security senators senha senpai seoul sephiroth september sepultura serbia serena sergeant sergei sergio server
service sexsex sexual sexy sexybitch sexyboy sexygirl sexything shadow shakespeare shakira shaman shane shanghai
shannon shaq shark sharks sharon shaun shawn sheila shelby shelly shepard sheriff sherry shinobi shirley shiva
shooter shorty shovel shrek shuttle sidney sierra sifre signin silke silly silver silvia simba simon simone simpson
simpsons singapore singer single sister sisters skateboard skater skating skeleton skiing skittles skull skulls
skyler skype skyrim skywalker slava slayer slim slipknot slovakia slovenia slut slytherin smackdown smile smiles
smiley smokey snake snakes snapchat snickers sniper snoopdogg snoopy snow snowball snowbird snowboard snowboarding
snowflake snowman snowwhite soccer sofia softball software soldier soleil solnce solnyshko somebody someone
something sommer sonia sonic sonics sonicx sonnenschein sony sonya sophia sophie sorrow soul soulmate southafrica
spaceship spaghetti spain spanish sparta spartak spartan spartans special spencer sphinx spice spider spiderman
spirit spirited spongebob sporting spotify spring sprite spurs squadra squidward stacey stacy staging stallion
stanley starbucks starcraft stardust starfire starfish stargate starlight stars start starter startrek starwars
steelers stefan stefanie stefano steffen stella stephan stephanie stephen steve steven stewart stockholm stonecold
stoner storm stormy storyblok strapi strawberry strength stuart student students stupid subaru submarine subway
success successful sucker suckit sugar summer summertime sunday sunderland sunflower sunny sunrise suns sunset
sunshine super superb superboy supergirl superhero superior superman supermario superstar superuser supervisor
support surfer surfing susan susana susu suzuki sven svetlana sweden sweetdreams sweetheart sweetie sweetlove
sweetness sweety swimmer swimming switzerland swordfish sydney sylvester sylvia sysadmin system tabitha table taco
tacobell tacos taiwan tamara tammy tampa tanya tara target tata tatiana taylor teacher teachers teamo teamomucho
technical technology teddybear tekken telecom telegram telephone temp temple temporary tennessee tennis tequiero
tequila teresa teresita terminator terrance terrence terry tesla tesoro test tester testing testtest testuser tetris
texans texas thailand thebest theodore thepassword theresa thomas thor thorsten thug thuglife thunder thunderbird
thunderbolt thundercat thundercats thursday tiamo tiffany tiger tigers tigerwoods tigger tigre tiktok timothy tina
tinder tinkerbell tiny titan titanic titans titi tits titties tivoglio tmobile tobias together token tokens tokyo
tomasz tomato tombraider tommy toni tony tonya tool toor topsecret toronto torsten tortuga toshiba toto totoro
tottenham toulouse tower toyota tracey tracy trader transformer transformers travel traveler travis treasure trevor
trex trigger trinity tripleh trojan trojans troll trooper troy truck trucker trucks truelove trumpet trunks trustgod
trustme trustno trustnoone truth tuesday tulip tumblr tunisia tupac turkey turkiye turquoise turtle turtles tutu
tweety tweetybird twilight twitter twix tyler tyrone ubuntu ukraine ulrich uncle undertaker unicorn unique universal
universe university unreal upload uranus ursula uruguay user username utah vadim vagina valentin valentina valeria
valerie valley valorant vampire vampires vancouver vanessa vava vegeta venezuela venice venus vera verizon vermont
vernon veronica versace version viber vicente vicky victor victoria victory videogame vienna vietnam viking vikings
villain vincent violet violin viper virginia vivaldi vivi vivian viviana vladimir vladislav vodafone vodka volcano
voldemort volkswagen volleyball voltron volvo voyager wachtwoord wales wallet walmart walter wanda warcraft warlock
warner warren warrior warriors warsaw wasd wasdwasd washington water waterfall watermelon wayne wealth webhook
webmaster website wechat wednesday weed weird weirdo welcome welcomeback wendell wendy wendys werewolf werner wesley
westham whale whatever whatsapp whatsup whiskey white whiteboy whitesox whitewolf whitey whitney whore wife wifi
wilbur wilfred willard william willie window windows wine winner winners winniethepooh winston winter wireless
wisconsin wisdom witch witcher wizard wizards wolf wolfgang wolfpack wolverine wolves wonderwoman wordpass wordpress
worldofwarcraft wrench wrestlemania wrestling wwww wyoming xbox ximena xmen xxxx xyzzy yacht yahoo yahweh yamaha
yankees yeah yellow yesyes yoda yolanda yoshi yourpassword youtube yoyo yoyoyo yugioh yulia yvette yvonne zachary
zaika zaqwsx zaqxsw zdravstvuy zelda zenit zeus zidane zizi zoey zombie zombies zurich zxcv zxcvb zxcvbn zxcvbnm
zzzz
`;
